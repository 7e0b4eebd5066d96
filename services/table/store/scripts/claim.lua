-- Takes what is owed for a while, unless somebody else has or it is not due.
--
-- KEYS  1 due
-- ARGV  1 table id    2 ms to take it for
-- Returns {now in ms, 1 taken or 0 not}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > now then
  return {now, 0}
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return {now, 1}
