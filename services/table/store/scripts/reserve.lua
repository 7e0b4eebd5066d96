-- Puts down a table of a tenant that is about to be made, if there is room for it.
--
-- KEYS  1 the tenant's tables
-- ARGV  1 table id    2 how many there may be
-- Returns 1 if it stands there now, 0 if there is no room
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 1
end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
local clock = redis.call('TIME')
redis.call('ZADD', KEYS[1], clock[1] * 1000 + math.floor(clock[2] / 1000), ARGV[1])
return 1
