-- Lists what is owed by a time, in all the buckets given.
--
-- KEYS  the due sets
-- ARGV  1 ms from now    2 the most entries of one set
-- Returns {now in ms, table id, score, table id, score, ...}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = {now}
for index = 1, #KEYS do
  local entries = redis.call('ZRANGEBYSCORE', KEYS[index], '-inf', now + ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
  for entry = 1, #entries do
    found[#found + 1] = entries[entry]
  end
end
return found
