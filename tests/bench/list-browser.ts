import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { median, quantile } from 'simple-statistics';
import { leanLibraries } from '../../scripts/build/lean-libraries.ts';
import { styleImports } from '../../scripts/build/own-styles.ts';
import { ROOT } from '../../scripts/build/paths.ts';
import { pureContracts } from '../../scripts/build/pure-contracts.ts';
import { launchBrowser } from '../support/browser.ts';
import { atMost, inMs, inMsFine, table, type Verdict } from './report.ts';

const ROWS = 100_000;
const FRAMES = 180;
/** Four rows and a bit: a brisk wheel. */
const PIXELS_A_FRAME = 140;
const SIDES = ['ours', 'bare'] as const;

interface Draw {
  readonly firstCellsMs: number;
  readonly scrollP95Ms: number;
  readonly drawnShare: number;
}

/**
 * DataTable beside Blueprint's Table with the same rows, in turn, each in a fresh page: the time to the
 * first cells, and the 95th percentile of frames while scrolling.
 */
export async function measure(options: { readonly isQuick: boolean }): Promise<readonly Verdict[]> {
  const rounds = options.isQuick ? 5 : 11;
  const page = await benchPage();
  await using browser = await launchBrowser();
  const found: Record<(typeof SIDES)[number], Draw[]> = { ours: [], bare: [] };
  // One round more: the first warms the browser's code caches and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const drawn = await draw(browser, page, side);
      if (round >= 0) found[side].push(drawn);
    }
  }
  const mid = (side: (typeof SIDES)[number], of: keyof Draw) => median(found[side].map((drawn) => drawn[of]));
  const first = mid('ours', 'firstCellsMs') / mid('bare', 'firstCellsMs');
  const scroll = mid('ours', 'scrollP95Ms') / mid('bare', 'scrollP95Ms');
  console.log(
    `\n${ROWS.toLocaleString('en')} rows of 20 columns, medians of ${rounds}\n${table([
      ['', 'DataTable', 'bare Table', 'ratio'],
      ['first cells', inMs(mid('ours', 'firstCellsMs')), inMs(mid('bare', 'firstCellsMs')), first.toFixed(2)],
      [
        'scroll, p95 frame',
        inMsFine(mid('ours', 'scrollP95Ms')),
        inMsFine(mid('bare', 'scrollP95Ms')),
        scroll.toFixed(2),
      ],
      ['frames with their rows', inShare(mid('ours', 'drawnShare')), inShare(mid('bare', 'drawnShare')), ''],
    ])}`,
  );
  return [
    atMost('DataTable: first cells / bare Table', first, 1.2),
    atMost('DataTable: scroll p95 frame / bare Table', scroll, 1.2),
  ];
}

const inShare = (share: number) => `${Math.round(share * 100)}%`;

interface BenchPage {
  readonly script: string;
  readonly style: string;
}

async function draw(browser: Browser, { script, style }: BenchPage, side: string): Promise<Draw> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 800 } });
  try {
    await page.route('**/*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Bench</title><body><div id="root"></div></body></html>',
      }),
    );
    await page.goto('http://bench.invalid/');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    const firstCellsMs = await page.evaluate(
      ({ which, rows }) => window.benchDraw?.(which === 'ours' ? 'ours' : 'bare', rows),
      { which: side, rows: ROWS },
    );
    const scrolled = await page.evaluate(({ count, by }) => window.benchScroll?.(count, by), {
      count: FRAMES,
      by: PIXELS_A_FRAME,
    });
    if (firstCellsMs === undefined || scrolled === undefined) throw new Error('no bench page');
    return {
      firstCellsMs,
      scrollP95Ms: quantile(scrolled.frames, 0.95),
      drawnShare: scrolled.drawn,
    };
  } finally {
    await page.close();
  }
}

async function benchPage(): Promise<BenchPage> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['tests/bench/list-page.tsx'],
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['es2015', 'module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minify: true,
    legalComments: 'none',
    plugins: [leanLibraries(), pureContracts({ calls: true }), styleImports()],
    logLevel: 'silent',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error('the bench page has no script');
  const styles = [
    'node_modules/@blueprintjs/core/lib/css/blueprint.css',
    'node_modules/@blueprintjs/table/lib/css/table.css',
    'host/src/style/tokens.css',
    'sdk/src/sdk.css',
    'sdk/src/page/page.css',
    'sdk/src/page/filters.css',
    'sdk/src/page/values.css',
    'sdk/src/page/table/table.css',
  ];
  const texts = await Promise.all(styles.map((path) => readFile(join(ROOT, path), 'utf8')));
  const place = '#root { display: flex; width: 1400px; height: 700px; }';
  return { script: output.text, style: [...texts, place].join('\n') };
}
