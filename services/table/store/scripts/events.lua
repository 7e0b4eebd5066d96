-- Reads events of a table.
--
-- KEYS  1 events, 2 fence
-- ARGV  1 first index    2 last index    3 whether to write the fence, as for load.lua
-- Returns {now in ms, events}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = redis.call('LRANGE', KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] == '1' then
  redis.call('SET', KEYS[2], now)
end
return {now, found}
