// How a deal is made and checked, written from services/dealer/VERIFY.md alone.
import { createHash } from "node:crypto";

const utf8 = (text) => Buffer.from(text, "utf8");
const base64 = (text) => Buffer.from(text ?? "", "base64");
const blake2s = (...parts) => createHash("blake2s256").update(Buffer.concat(parts)).digest();
export const shake256 = (input, length) => createHash("shake256", { outputLength: length }).update(input).digest();

function word(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

const frame = (fields) => Buffer.concat(fields.flatMap((field) => [word(field.length), field]));
const purposeInput = (purpose, fields) => frame([utf8("game101.deal.v1"), utf8(purpose), ...fields]);
const bytesOf = (purpose, fields, length) => shake256(purposeInput(purpose, fields), length);

export class Bytes {
  constructor(next) {
    this.more = next; // gives the first n bytes
    this.used = 0;
  }
  take(width) {
    this.used += width;
    return this.more(this.used).subarray(this.used - width, this.used);
  }
}

export function drawBelow(n, bytes) {
  let width = 1;
  while (256 ** width < n) width += 1;
  const limit = Math.floor(256 ** width / n) * n;
  for (;;) {
    const number = bytes.take(width).readUIntBE(0, width);
    if (number < limit) return number % n;
  }
}

function shuffled(list, firstBelow, bytes) {
  const entries = [...list];
  const swap = (one, other) => ([entries[one], entries[other]] = [entries[other], entries[one]]);
  swap(0, drawBelow(firstBelow, bytes));
  for (let i = 1; i <= entries.length - 2; i += 1) swap(i, i + drawBelow(entries.length - i, bytes));
  return entries;
}

const leafOf = (salt, position, piece) => blake2s(Buffer.from([0]), salt, word(position), word(piece));
const nodeOf = (group) => blake2s(Buffer.from([1]), ...group);

function rootOf(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const above = [];
    for (let i = 0; i < level.length; i += 8) above.push(nodeOf(level.slice(i, i + 8)));
    level = above;
  }
  return level[0];
}

export function proofHolds(proof, root, size) {
  const path = (proof.path ?? []).map(base64);
  const salt = base64(proof.salt);
  let [p, n] = [proof.position - 1, size];
  const inRange = p >= 0 && p < size && proof.piece >= 1 && proof.piece <= size;
  if (!inRange || salt.length !== 32 || path.some((hash) => hash.length !== 32)) return false;
  let here = leafOf(salt, p, proof.piece - 1);
  while (n > 1) {
    const group = path.splice(0, Math.min(8, n - p + (p % 8)) - 1);
    if (group.length !== Math.min(8, n - p + (p % 8)) - 1) return false;
    group.splice(p % 8, 0, here);
    here = nodeOf(group);
    [p, n] = [Math.floor(p / 8), Math.ceil(n / 8)];
  }
  return path.length === 0 && here.equals(root);
}

export function recompute(record) {
  const { size, firstBelow, seats } = record;
  const names = [utf8(record.tableId), utf8(record.handId), base64(record.ruleset)];
  const bound = [...names, word(size), word(firstBelow), word(seats), base64(record.seed)];
  const all = [...bound, ...Array.from({ length: seats }, () => Buffer.alloc(0))];
  for (const { seat, value } of record.contributions ?? []) all[bound.length + seat - 1] = base64(value);
  const bytes = new Bytes((length) => bytesOf("order", all, length));
  const order = shuffled(Array.from({ length: size }, (_, piece) => piece), firstBelow, bytes);
  const firstStarter = drawBelow(seats, bytes) + 1;
  const salts = bytesOf("salts", all, 32 * size);
  const leaves = order.map((piece, p) => leafOf(salts.subarray(32 * p, 32 * p + 32), p, piece));
  return {
    commitment: bytesOf("commitment", bound, 32).toString("base64"),
    order: order.map((piece) => piece + 1),
    firstStarter,
    chance: bytesOf("chance", all, 32).toString("base64"),
    root: rootOf(leaves).toString("base64"),
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function renewalHolds(record, renewal, number) {
  const pile = renewal.pile ?? [];
  const fields = [base64(record.chance), word(number)];
  const bytes = new Bytes((length) => bytesOf("renewal", fields, length));
  const stock = pile.length > 0 ? shuffled(pile, pile.length, bytes) : [];
  const isPile = new Set(pile).size === pile.length && pile.every((piece) => piece >= 1 && piece <= record.size);
  return isPile && renewal.number === number && same(stock, renewal.stock ?? []);
}

export function verdicts(record) {
  const computed = record.seed ? recompute(record) : {};
  const found = {};
  for (const name of ["commitment", "order", "firstStarter", "chance", "root"]) {
    found[name] = record.seed && record[name] ? same(record[name], computed[name]) : null;
  }
  const proofs = record.root ? (record.proofs ?? []) : [];
  const held = proofs.map((proof) => proofHolds(proof, base64(record.root), record.size));
  found.proofs = held.length > 0 ? held.every(Boolean) : null;
  const renewals = record.chance ? (record.renewals ?? []) : [];
  const followed = renewals.map((renewal, i) => renewalHolds(record, renewal, i + 1));
  found.renewals = followed.length > 0 ? followed.every(Boolean) : null;
  return found;
}
