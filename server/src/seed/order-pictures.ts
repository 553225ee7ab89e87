import { createHash } from 'node:crypto';
import { contentKey, inOnePiece } from '../modules/platform/files/index.ts';
import type { FileStore } from '../modules/platform/gateways/index.ts';
import { blend, type Picture, writePng, writeText } from '../modules/platform/pictures/index.ts';

/** Faces there are; customers share them, so a search by face finds something. */
export const FACES = 12;

type Colour = readonly [number, number, number];

export interface DrawnPicture {
  readonly contentHash: string;
  readonly content: Buffer;
}

export interface DemoPictures {
  readonly selfies: readonly DrawnPicture[];
  readonly idFronts: readonly DrawnPicture[];
  readonly idBack: DrawnPicture;
}

const SKIN: readonly Colour[] = [
  [92, 58, 38],
  [120, 78, 52],
  [74, 46, 30],
  [141, 96, 66],
];
const CLOTHES: readonly Colour[] = [
  [36, 82, 122],
  [140, 42, 52],
  [54, 108, 72],
  [96, 74, 140],
  [190, 138, 40],
];

function canvas(width: number, height: number, [red, green, blue]: Colour): Picture {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set([red, green, blue], at);
  return { width, height, pixels };
}

function fill(
  picture: Picture,
  box: { left: number; top: number; width: number; height: number },
  colour: Colour,
  isInside: (x: number, y: number) => boolean = () => true,
): void {
  for (let y = box.top; y < box.top + box.height; y += 1) {
    for (let x = box.left; x < box.left + box.width; x += 1) {
      if (isInside(x, y)) blend(picture, x, y, colour, 1);
    }
  }
}

function oval(picture: Picture, cx: number, cy: number, rx: number, ry: number, colour: Colour): void {
  const box = { left: cx - rx, top: cy - ry, width: rx * 2, height: ry * 2 };
  fill(picture, box, colour, (x, y) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1);
}

/** Head and shoulders, as a drawing: nobody's. `half` is half the width it takes. */
function person(picture: Picture, face: number, cx: number, cy: number, half: number): void {
  const skin = SKIN[face % SKIN.length] ?? [92, 58, 38];
  const cloth = CLOTHES[face % CLOTHES.length] ?? [36, 82, 122];
  const unit = half / 10;
  const at = (factor: number) => Math.round(factor * unit);
  oval(picture, cx, cy + at(17), at(10), at(9), cloth);
  fill(picture, { left: cx - at(2), top: cy + at(4), width: at(4), height: at(6) }, skin);
  // Hair differs from face to face: short, high, wide.
  oval(picture, cx, cy - at(1.6), at(5 + (face % 3) * 0.9), at(6.4 + (face % 4) * 0.5), [28, 22, 20]);
  oval(picture, cx, cy, at(4.6), at(5.8), skin);
  for (const side of [-1, 1]) {
    oval(picture, cx + side * at(1.8), cy - at(0.6), at(0.9), at(0.5), [240, 238, 232]);
    oval(picture, cx + side * at(1.8), cy - at(0.6), at(0.45), at(0.45), [20, 16, 14]);
  }
  oval(picture, cx, cy + at(3), at(1.7), at(0.55), [120, 52, 48]);
}

function write(picture: Picture, text: string, left: number, top: number, size: number, colour: Colour): void {
  writeText(text, size, (x, y) => blend(picture, left + x, top + y, colour, 1));
}

function selfie(face: number): Picture {
  const walls: readonly Colour[] = [
    [206, 214, 218],
    [222, 208, 188],
    [196, 212, 198],
  ];
  const picture = canvas(360, 440, walls[face % walls.length] ?? [206, 214, 218]);
  person(picture, face, 180, 200, 150);
  return picture;
}

function idFront(face: number): Picture {
  const picture = canvas(480, 300, [226, 232, 214]);
  fill(picture, { left: 0, top: 0, width: 480, height: 44 }, [28, 92, 62]);
  write(picture, 'REPUBLIC OF KENYA', 120, 14, 2, [255, 255, 255]);
  fill(picture, { left: 20, top: 66, width: 140, height: 180 }, [204, 212, 206]);
  person(picture, face, 90, 140, 62);
  fill(picture, { left: 20, top: 246, width: 140, height: 54 }, [226, 232, 214]);
  const lines = ['NATIONAL ID CARD', 'SPECIMEN FOR DEMONSTRATION', `SERIAL ${214_000_000 + face * 7_919}`];
  for (const [index, line] of lines.entries())
    write(picture, line, 180, 76 + index * 36, 2 - Math.min(1, index), [38, 52, 44]);
  for (let line = 0; line < 4; line += 1) {
    fill(picture, { left: 180, top: 190 + line * 20, width: 240 - line * 34, height: 6 }, [150, 162, 150]);
  }
  return picture;
}

function idBack(): Picture {
  const picture = canvas(480, 300, [226, 232, 214]);
  for (let line = 0; line < 6; line += 1) {
    fill(picture, { left: 30, top: 40 + line * 26, width: 420 - (line % 3) * 60, height: 8 }, [160, 170, 158]);
  }
  write(picture, '<<SPECIMEN<<KEN<<', 40, 240, 3, [38, 52, 44]);
  return picture;
}

function drawn(picture: Picture): DrawnPicture {
  const content = writePng(picture);
  return { content, contentHash: createHash('sha256').update(content).digest('hex') };
}

/** The same pictures every time, so that their names are known wherever they are needed. About 0.3 s. */
export function drawDemoPictures(): DemoPictures {
  const faces = Array.from({ length: FACES }, (_, face) => face);
  return {
    selfies: faces.map((face) => drawn(selfie(face))),
    idFronts: faces.map((face) => drawn(idFront(face))),
    idBack: drawn(idBack()),
  };
}

/** Papers that people handed in: what they are called, and what stands on them. */
export const PAPERS = {
  slip: { fileName: 'payment-slip.png', title: 'PAYMENT SLIP', lines: 5 },
  advice: { fileName: 'bank-advice.png', title: 'BANK TRANSFER ADVICE', lines: 8 },
  letter: { fileName: 'letter.png', title: 'LETTER', lines: 14 },
  certificate: { fileName: 'certificate.png', title: 'CERTIFICATE', lines: 6 },
} as const;
export type Paper = keyof typeof PAPERS;

function paper({ title, lines }: (typeof PAPERS)[Paper]): Picture {
  const picture = canvas(340, 440, [252, 251, 246]);
  fill(picture, { left: 0, top: 0, width: 340, height: 10 }, [28, 92, 62]);
  write(picture, title, 24, 34, 2, [38, 52, 44]);
  write(picture, 'SPECIMEN FOR DEMONSTRATION', 24, 66, 1, [140, 42, 52]);
  for (let line = 0; line < lines; line += 1) {
    fill(picture, { left: 24, top: 100 + line * 22, width: 292 - (line % 4) * 46, height: 7 }, [176, 182, 178]);
  }
  return picture;
}

let papers: Readonly<Record<Paper, DrawnPicture>> | undefined;

/** Drawn once: many records of a demonstration name one of the few. */
export const drawPapers = (): Readonly<Record<Paper, DrawnPicture>> =>
  (papers ??= {
    slip: drawn(paper(PAPERS.slip)),
    advice: drawn(paper(PAPERS.advice)),
    letter: drawn(paper(PAPERS.letter)),
    certificate: drawn(paper(PAPERS.certificate)),
  });

/** Puts the pictures where files are looked for; nothing where they are. */
export async function storeDemoPictures(store: FileStore): Promise<void> {
  const marker = 'files/demo-pictures-2';
  const done = await store.read(marker);
  done?.destroy();
  if (done) return;
  const { selfies, idFronts, idBack: back } = drawDemoPictures();
  for (const { contentHash, content } of [...selfies, ...idFronts, back, ...Object.values(drawPapers())]) {
    await store.write(contentKey(contentHash), inOnePiece(content));
  }
  await store.write(marker, inOnePiece(Buffer.alloc(0)));
}
