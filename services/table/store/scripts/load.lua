-- Reads a table, one of its drafts, and the answer to a request.
--
-- KEYS  1 table, 2 answer, 3 fence
-- ARGV  1 field of the draft, empty for none    2 whether an answer is asked for: 1 or 0
--       3 whether to write the fence, so that one can wait until replicas have what is read: 1 or 0
-- Returns {now in ms, tag, state, draft, record}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = redis.call('HMGET', KEYS[1], 'tag', 'state', ARGV[1])
local record = false
if ARGV[2] == '1' then
  record = redis.call('GET', KEYS[2])
end
if ARGV[3] == '1' then
  redis.call('SET', KEYS[3], now)
end
return {now, found[1], found[2], found[3], record}
