-- Writes a draft, unless the table or the draft has changed.
--
-- KEYS  1 table, 2 answer
-- ARGV  1 expected tag    2 field of the draft    3 the draft before, empty for none    4 the draft
--       5 answer with its fingerprint in front    6 ms to keep it
-- Returns as commit.lua does
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local record = redis.call('GET', KEYS[2])
if record then
  return {'answered', now, record}
end
local found = redis.call('HMGET', KEYS[1], 'tag', 'state', ARGV[2])
if found[1] ~= ARGV[1] or (found[3] or '') ~= ARGV[3] then
  return {'stale', now, found[1], found[2]}
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[6])
return {'done', now}
