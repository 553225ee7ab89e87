import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.ts';

/** The storeys of the server's modules and of the contracts, top first, as docs/architecture.md draws them. */
export const STOREYS = [
  'console',
  'review',
  'payments',
  'collections',
  'lending',
  'parties',
  'staff',
  'plugins',
  'platform',
] as const;

/** Families of endpoints by the name that plugins import them under: `auditOrder` → `review`. */
const families = new Map(
  [
    ...readFileSync(join(ROOT, 'sdk/src/contracts/index.ts'), 'utf8').matchAll(
      /export \* as (\w+) from '\.\/([^/']+)\/[^']+'/g,
    ),
  ].map(([, family = '', storey = '']) => [family, storey]),
);

/** The storeys whose endpoints the sources below a folder name. */
export function storeysCalled(folder: string): ReadonlySet<string> {
  const sources = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  const called = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...text.matchAll(/import \{([^}]*)\} from '@kituo\/sdk\/contracts'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => families.get(name.trim().split(' ')[0] ?? '')),
    );
  });
  return new Set(called.filter((storey) => storey !== undefined));
}

/** The storey of a file of the server or of the contracts; undefined elsewhere. */
export function storeyOf(file: string): string | undefined {
  return /^(?:server\/src\/modules|sdk\/src\/contracts)\/([^/]+)\/./.exec(file)?.[1];
}

/** Modules know their own storey and those below: a change reaches its own and those above. */
export function reachedFrom(storey: string): readonly string[] {
  const place = STOREYS.findIndex((each) => each === storey);
  return place < 0 ? STOREYS : STOREYS.slice(0, place + 1);
}
