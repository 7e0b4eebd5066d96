// Seats a person and three bots, plays a match to its end, and checks every deal. Prints one JSON document.
//
//   TABLE=host:port BOT=host:port KEY=game101_... node backend.mjs okey
//
// `make up` prints these as one `export`.
import { randomBytes, randomUUID } from "node:crypto";
import { Service } from "./client.mjs";
import { proofHolds, verdicts } from "./deal.mjs";
import { failureOf } from "./errors.mjs";

const RULES = {
  okey: { okey: { preset: "table" } },
  card: { card: { preset: "popular", overrides: { loseAbove: 30 } } },
};
const BREAK_AFTER = 12; // events, after which the stream is cut once, as a bad line would

const game = process.argv[2] ?? "okey";
const { TABLE, BOT, KEY } = process.env;
if (!TABLE || !BOT || !KEY || !RULES[game]) {
  console.error(`usage: TABLE=host:port BOT=host:port KEY=key node backend.mjs [${Object.keys(RULES).join("|")}]`);
  process.exit(2);
}
const table = new Service("TableService", TABLE, KEY);
const bot = new Service("BotService", BOT, KEY);

async function sitDown() {
  const config = { rules: RULES[game], seats: 4, hands: 1 };
  const created = await table.repeat("CreateTable", { config });
  const { tableId } = created.table;
  const { seat, seatToken } = await table.repeat("TakeSeat", { tableId, player: "player-1" });
  await table.repeat("AddBots", { tableId, ownerToken: created.ownerToken, level: "BOT_LEVEL_LOW" });
  return { tableId, seat, seatToken };
}

// Chooses from what the seat may see, and submits. Somebody else may have moved for the seat by then.
async function move(place, header, hand) {
  const { view } = await table.call("GetView", place);
  const { suggestions } = await bot.call("SuggestMoves", { view, limit: 1, budget: 64 });
  const request = {
    ...place,
    requestId: randomUUID(),
    expectedPly: header.ply,
    expectedHand: hand,
    move: suggestions[0].move,
  };
  try {
    const answer = await table.repeat("SubmitMove", request);
    const again = await table.repeat("SubmitMove", request); // as after a lost answer
    return { moved: 1, repeatedAlike: again.sequence === answer.sequence };
  } catch (error) {
    if (failureOf(error).reason !== "STALE_PLY") throw error;
    return { moved: 0, repeatedAlike: true };
  }
}

// What was published about the hand before it was played: the record is measured against it.
function fitsWhatWasPublished(record, published) {
  const { commitment, root, contributions } = published;
  const own = (list) => list.map(({ seat, value }) => `${seat}:${value.toString("hex")}`).join();
  return (
    record.commitment.equals(commitment) &&
    record.root.equals(root) &&
    own(record.contributions) === own(contributions)
  );
}

// A record as it arrives, in the form that VERIFY.md describes.
function plain(record) {
  const inBase64 = (_, value) => (value?.type === "Buffer" ? Buffer.from(value.data).toString("base64") : value);
  return JSON.parse(JSON.stringify(record), inBase64);
}

async function seenProofsHold(place, hand, size) {
  const { root, proofs } = await table.call("GetProofs", { ...place, hand });
  const held = proofs.filter((proof) => proofHolds(plain(proof), root, size));
  return proofs.length > 0 && held.length === proofs.length;
}

async function play() {
  const place = await sitDown();
  const told = { game, events: 0, streams: 0, moves: 0, repeatedAlike: true, inOrder: true, deals: [] };
  const published = {};
  let stream;
  const onStream = (opened) => ((stream = opened), (told.streams += 1));
  await table.repeat("PressStart", { ...place, contribution: randomBytes(16) });
  for await (const event of table.watch(place, onStream)) {
    told.events += 1;
    told.inOrder &&= event.sequence === told.events;
    if (told.events === BREAK_AFTER) stream.cancel();
    const { hand, kind } = event;
    const here = event[kind];
    if (kind === "dealCommitted") Object.assign(published, { commitment: here.commitment });
    if (kind === "handStarted") Object.assign(published, { root: here.root, contributions: here.contributions });
    const isMyTurn = here.header?.state === "HAND_STATE_PLAYING" && here.header.seat === place.seat;
    if (isMyTurn) {
      const { moved, repeatedAlike } = await move(place, here.header, hand);
      told.moves += moved;
      told.repeatedAlike &&= repeatedAlike;
    }
    if (kind === "dealRevealed") {
      const record = here.record;
      const fits = fitsWhatWasPublished(record, published);
      const proofs = await seenProofsHold(place, hand, record.size);
      told.deals.push({ hand, fits, ...verdicts(plain(record)), proofs });
    }
    if (kind === "matchEnded") told.standing = here.standing.sides;
  }
  return told;
}

console.log(JSON.stringify(await play()));
table.close();
bot.close();
