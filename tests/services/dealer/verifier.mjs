// The deals of the example backend's own implementation. Reads a vectors document or {"records": [...]} from
// standard input and writes {"streams": [hex], "draws": [number], "records": [verdicts]}.
import { readFileSync } from "node:fs";
import { Bytes, drawBelow, shake256, verdicts } from "../../clients/node/deal.mjs";

const document = JSON.parse(readFileSync(0, "utf8"));
const answer = {
  streams: (document.streams ?? []).map(({ input }) => shake256(Buffer.from(input, "hex"), 64).toString("hex")),
  draws: (document.draws ?? []).map(({ bytes, below }) =>
    drawBelow(below, new Bytes(() => Buffer.from(bytes, "hex"))),
  ),
  records: document.records.map(({ deal }) => verdicts(deal)),
};
process.stdout.write(JSON.stringify(answer));
