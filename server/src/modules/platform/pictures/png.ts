import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture in memory: three bytes a pixel, red, green, blue, row after row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Larger ones are not evidence but an attack on memory: four times what a phone's screen shows. */
const MAX_PIXELS = 20_000_000;
/** Channels by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
}

/** A picture has its lines in some parts, not in a million. */
const MAX_PARTS = 10_000;
/** Where the format has width and height. */
const SIZE_AT = 16;

/** How many pixels a PNG says that it has; 0 where it says nothing. */
export const declaredPixels = (file: Buffer): number =>
  file.length < SIZE_AT + 8 ? 0 : file.readUInt32BE(SIZE_AT) * file.readUInt32BE(SIZE_AT + 4);

/** Null for what is no PNG of eight bits a channel, read in one pass, or a larger one. Transparency is dropped. */
export function readPng(file: Buffer, maxPixels = MAX_PIXELS): Picture | null {
  try {
    return read(file, Math.min(maxPixels, MAX_PIXELS));
  } catch {
    // Lengths, filters and compressed bytes may say anything.
    return null;
  }
}

function read(file: Buffer, maxPixels: number): Picture | null {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return null;
  let header: Header | null = null;
  let palette = Buffer.alloc(0);
  const data: Buffer[] = [];
  let parts = 0;
  for (let at = 8; at + 8 <= file.length;) {
    if ((parts += 1) > MAX_PARTS) return null;
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = readHeader(body, maxPixels);
    if (type === 'PLTE') palette = Buffer.from(body);
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND') break;
    at += length + 12;
  }
  if (header === null) return null;
  const channels = CHANNELS[header.colourType] ?? 0;
  const bytes = (header.width * channels + 1) * header.height;
  const lines = inflateSync(Buffer.concat(data), { maxOutputLength: bytes });
  if (lines.length !== bytes) return null;
  unfilter(lines, header, channels);
  return colour(lines, header, channels, palette);
}

function readHeader(body: Buffer, maxPixels: number): Header | null {
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth, colourType = 0, , , interlace] = body.subarray(8);
  const isKnown = depth === 8 && interlace === 0 && colourType in CHANNELS;
  return isKnown && width > 0 && height > 0 && width * height <= maxPixels ? { width, height, colourType } : null;
}

/** Undoes the filter of each line in place, as the format defines it. */
function unfilter(lines: Buffer, { width, height }: Header, channels: number): void {
  const stride = width * channels + 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * stride;
    const filter = lines[start] ?? 0;
    for (let x = 1; x < stride; x += 1) {
      const left = x > channels ? (lines[start + x - channels] ?? 0) : 0;
      const up = y > 0 ? (lines[start + x - stride] ?? 0) : 0;
      const upLeft = y > 0 && x > channels ? (lines[start + x - stride - channels] ?? 0) : 0;
      lines[start + x] = (lines[start + x] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - upLeft;
      const [a, b, c] = [left, up, upLeft].map((value) => Math.abs(estimate - value));
      if ((a ?? 0) <= (b ?? 0) && (a ?? 0) <= (c ?? 0)) return left;
      return (b ?? 0) <= (c ?? 0) ? up : upLeft;
    }
    default:
      return 0;
  }
}

function colour(lines: Buffer, header: Header, channels: number, palette: Buffer): Picture {
  const { width, height, colourType } = header;
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = y * (width * channels + 1) + 1 + x * channels;
      const to = (y * width + x) * 3;
      const value = lines[from] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[to + channel] =
          colourType === 3
            ? (palette[value * 3 + channel] ?? 0)
            : ((channels < 3 ? value : lines[from + channel]) ?? 0);
      }
    }
  }
  return { width, height, pixels };
}

/** The picture as a PNG file of three bytes a pixel. */
export function writePng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = width * 3;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
