-- Adds up what is counted in all the buckets given.
--
-- KEYS  the censuses
-- Returns {now in ms, field, count, field, count, ...}
local clock = redis.call('TIME')
local counts = {}
for index = 1, #KEYS do
  local entries = redis.call('HGETALL', KEYS[index])
  for entry = 1, #entries, 2 do
    counts[entries[entry]] = (counts[entries[entry]] or 0) + tonumber(entries[entry + 1])
  end
end
local found = {clock[1] * 1000 + math.floor(clock[2] / 1000)}
for field, count in pairs(counts) do
  found[#found + 1] = field
  found[#found + 1] = count
end
return found
