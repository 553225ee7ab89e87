import type { marketProduct, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { openOutside } from '../../platform/outside/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';
import { lockProduct } from './commands.ts';
import { type FetchedPage, pageOf, startOf } from './fetched-page.ts';
import { pictureOf } from './page-picture.ts';
import { marketProductsOf } from './read.ts';

const WITHIN_MS = 5_000;
const MOST_HEADER = 500;
/** Products a turn of the hourly check: partners' servers are asked one after the other. */
const A_TURN = 200;

interface Look {
  readonly isHealthy: boolean;
  readonly statusCode: number | null;
  readonly tookMs: number;
  readonly contentType: string | null;
  readonly redirectTo: string | null;
  /** What was fetched; null where nothing was, or nothing to read. */
  readonly page: FetchedPage | null;
  /** How it looks, where its words are new and a browser draws them. */
  readonly png?: Buffer | null;
}

/** Draws a page; null where no browser is set up. */
type Draw = ((url: string) => Promise<Buffer | null>) | null;

/** With the browser of the settings. */
export const drawingWith = (browser: string | undefined): Draw =>
  browser === undefined ? null : async (url) => await pictureOf(browser, url);

/** A look with its picture, where nobody has one of these words. */
async function drawn(db: Queryable, url: string, look: Look, draw: Draw): Promise<Look> {
  if (draw === null || look.page === null) return look;
  const held = await db
    .selectFrom('partnerLinkPicture')
    .select('pageHash')
    .where('pageHash', '=', look.page.pageHash)
    .executeTakeFirst();
  return held ? look : { ...look, png: await draw(url) };
}

/** What an https address outside our network answers. */
async function lookAt(url: string): Promise<Look> {
  const from = performance.now();
  const took = () => Math.round(performance.now() - from);
  try {
    const reply = await openOutside(url, { withinMs: WITHIN_MS });
    const statusCode = reply.statusCode ?? null;
    const tookMs = took();
    const { 'content-type': said, location } = reply.headers;
    const contentType = said?.slice(0, MOST_HEADER) ?? null;
    const redirectTo = location?.slice(0, MOST_HEADER) ?? null;
    // The answer's code decides; a body that breaks off is evidence as far as it came.
    const page = await startOf(reply).then(
      (body) => pageOf(contentType, body),
      () => null,
    );
    return { isHealthy: statusCode === 200, statusCode, tookMs, contentType, redirectTo, page };
  } catch {
    return { isHealthy: false, statusCode: null, tookMs: took(), contentType: null, redirectTo: null, page: null };
  }
}

/** Whether an https address outside our network answers 200. */
export async function answers(url: string): Promise<boolean> {
  return (await lookAt(url)).isHealthy;
}

const healthOf = ({ isHealthy }: Look) => (isHealthy ? ('HEALTHY' as const) : ('BROKEN' as const));

async function keepLook(tx: Tx, marketProductNo: string, look: Look, checkedBy: string | null): Promise<void> {
  const linkHealth = healthOf(look);
  await tx
    .updateTable('partnerProduct')
    .set({ linkHealth, linkCheckedAt: new Date() })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
  const { page, png, ...answer } = look;
  if (page !== null) {
    await tx
      .insertInto('partnerLinkPage')
      .values(page)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (png != null) {
      await tx
        .insertInto('partnerLinkPicture')
        .values({ pageHash: page.pageHash, png })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  await tx
    .insertInto('partnerLinkCheck')
    .values({ ...answer, pageHash: page?.pageHash ?? null, marketProductNo, checkedBy })
    .execute();
}

/** Opens the product's address and keeps what came of it. */
export async function checkLink(
  { marketProductNo }: ParsedRequestOf<typeof marketProduct.linkCheck>,
  call: CommandContext,
) {
  const { tx, caller, services } = call;
  const seen = await tx
    .selectFrom('partnerProduct')
    .select('applyUrl')
    .where('marketProductNo', '=', marketProductNo)
    .executeTakeFirst();
  // Asked before the row is locked: nobody waits for a partner's server.
  const url = seen?.applyUrl ?? '';
  const look = await drawn(tx, url, await lookAt(url), drawingWith(services.settings.linkBrowser));
  const before = await lockProduct(tx, marketProductNo, caller.scope);
  await keepLook(tx, marketProductNo, look, caller.userNo);
  const linkHealth = healthOf(look);
  await writeAudit(tx, call, {
    action: 'marketProduct.linkCheck',
    subjectType: 'marketProduct',
    subjectNo: marketProductNo,
    merchantNo: before.merchantNo,
    before: { linkHealth: before.linkHealth },
    after: { linkHealth },
  });
  return { marketProductNo, linkHealth };
}

/**
 * Opens the address of each product on the shelf that nobody looked at for an hour: a dead one hides its card, one that
 * answers again shows it. Several processes may do it at once.
 * @returns how many changed.
 */
export async function checkLinks(
  db: Database,
  now: Date,
  { draw = null, look = lookAt }: { readonly draw?: Draw; readonly look?: (url: string) => Promise<Look> } = {},
): Promise<number> {
  const before = new Date(now.getTime() - 3_540_000);
  const due = await db
    .selectFrom('partnerProduct')
    .select(['marketProductNo', 'applyUrl'])
    .where('productStatus', '=', 'ON_SHELF')
    .where((eb) => eb.or([eb('linkCheckedAt', 'is', null), eb('linkCheckedAt', '<', before)]))
    .orderBy(sql`link_checked_at nulls first`)
    .limit(A_TURN)
    .execute();
  let changed = 0;
  for (const { marketProductNo, applyUrl } of due) {
    const found = await drawn(db, applyUrl, await look(applyUrl), draw);
    const isNew = await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('partnerProduct')
        .select(['linkHealth', 'linkCheckedAt', 'applyUrl'])
        .where('marketProductNo', '=', marketProductNo)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      // Looked at meanwhile, or another address by now.
      if (row.applyUrl !== applyUrl || (row.linkCheckedAt !== null && row.linkCheckedAt >= before)) return false;
      await keepLook(tx, marketProductNo, found, null);
      return row.linkHealth !== healthOf(found);
    });
    if (isNew) changed += 1;
  }
  return changed;
}

/** Products on the shelf whose address is dead: their cards are hidden. */
export const deadLinkTile = tileOf({
  key: 'marketProducts.deadLinks',
  title: { en: 'Products hidden: broken link', zh: '链接失效已隐藏的产品' },
  page: '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement',
  query: 'productStatus=ON_SHELF&linkHealth=BROKEN',
  read: async (call) =>
    await marketProductsOf
      .query({ productStatus: 'ON_SHELF', linkHealth: 'BROKEN' }, call)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
});
