-- Writes one change of a table, whole or not at all.
--
-- KEYS  1 table, 2 events, 3 hands, 4 due, 5 answer, 6 census
-- ARGV  1 expected tag, empty for a table that is not there yet    2 new tag    3 state
--       4 table id     5 score of what is owed, empty for nothing  6 earliest time, 0 for any
--       7 answer with its fingerprint in front, empty without a request     8 ms to keep it
--       9 channel, empty to tell nobody yet                        10 number of a hand to keep, empty for none  11 that hand
--      12 ms after which the table is forgotten, empty for never
--      13 field of the census that it leaves, empty for none      14 field that it enters
--      15 how many fields follow, of drafts to drop; then those fields; then the events
-- Returns {outcome, now in ms, ...}: 'done' | 'answered', record | 'early' | 'stale', tag, state
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if ARGV[7] ~= '' then
  local record = redis.call('GET', KEYS[5])
  if record then
    -- A write, so that waiting for the replicas waits for the first answer too.
    redis.call('PEXPIRE', KEYS[5], ARGV[8])
    return {'answered', now, record}
  end
end
local found = redis.call('HMGET', KEYS[1], 'tag', 'state')
if (found[1] or '') ~= ARGV[1] then
  return {'stale', now, found[1], found[2]}
end
if now < tonumber(ARGV[6]) then
  return {'early', now}
end
redis.call('HSET', KEYS[1], 'tag', ARGV[2], 'state', ARGV[3])
local drafts = tonumber(ARGV[15])
for index = 16, 15 + drafts do
  redis.call('HDEL', KEYS[1], ARGV[index])
end
for index = 16 + drafts, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[index])
  if ARGV[9] ~= '' then
    redis.call('SPUBLISH', ARGV[9], ARGV[4] .. ARGV[index])
  end
end
if ARGV[10] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[10], ARGV[11])
end
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[4], ARGV[4])
else
  redis.call('ZADD', KEYS[4], ARGV[5], ARGV[4])
end
if ARGV[13] ~= ARGV[14] then
  if ARGV[13] ~= '' and redis.call('HINCRBY', KEYS[6], ARGV[13], -1) <= 0 then
    redis.call('HDEL', KEYS[6], ARGV[13])
  end
  if ARGV[14] ~= '' then
    redis.call('HINCRBY', KEYS[6], ARGV[14], 1)
  end
end
if ARGV[7] ~= '' then
  redis.call('SET', KEYS[5], ARGV[7], 'PX', ARGV[8])
end
if ARGV[12] ~= '' then
  for index = 1, 3 do
    redis.call('PEXPIRE', KEYS[index], ARGV[12])
  end
end
return {'done', now}
