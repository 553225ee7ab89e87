import type { PluginFailureKind, pluginOperate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { LOAD_PARTS_MS } from './fold.ts';

interface WindowShape {
  readonly parts: number;
  readonly partMinutes: number;
}
const WINDOWS: Readonly<Record<pluginOperate.PluginWindow, WindowShape>> = {
  HOUR: { parts: 12, partMinutes: 5 },
  DAY: { parts: 24, partMinutes: 60 },
  WEEK: { parts: 28, partMinutes: 360 },
};

type Health = pluginOperate.VersionHealth;

/** Figures of every version that was opened in the window, by `plugin version`. */
export async function readHealth(db: Database, window: pluginOperate.PluginWindow): Promise<Map<string, Health>> {
  const shape = WINDOWS[window];
  const [measures, parts, users, trips] = await Promise.all([
    readMeasures(db, shape),
    readParts(db, shape),
    readUsers(db, window),
    db.selectFrom('pluginTrip').selectAll().execute(),
  ]);
  const partsOf = Map.groupBy(parts, keyOf);
  const usersOf = new Map(users.map((row) => [keyOf(row), row.users]));
  const found = new Map<string, Health>();
  for (const [key, rows] of Map.groupBy(measures, keyOf)) {
    const [first] = rows;
    if (!first) continue;
    const counts = new Map(rows.map(({ measure, count }) => [measure, Number(count)]));
    found.set(key, {
      ...healthOf(first.version, counts),
      ...sparkOf(partsOf.get(key) ?? [], shape.parts),
      users: usersOf.get(key) ?? 0,
      trippedAt: null,
    });
  }
  for (const trip of trips) {
    const trippedAt = trip.trippedAt.toISOString();
    const known = found.get(keyOf(trip)) ?? noHealth(trip.version, window);
    found.set(keyOf(trip), { ...known, trippedAt });
  }
  return found;
}

/** A version that nobody opened in the window. */
export function noHealth(version: string, window: pluginOperate.PluginWindow): Health {
  return {
    ...healthOf(version, new Map()),
    ...sparkOf([], WINDOWS[window].parts),
    users: 0,
    trippedAt: null,
  };
}

const keyOf = ({ plugin, version }: { plugin: string; version: string }) => `${plugin} ${version}`;

async function readMeasures(db: Database, { parts, partMinutes }: WindowShape) {
  return await db
    .selectFrom('pluginHealth')
    .select(['plugin', 'version', 'measure', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('slot', '>', sql<Date>`now() - make_interval(mins => ${parts * partMinutes})`)
    .groupBy(['plugin', 'version', 'measure'])
    .execute();
}

interface PartRow {
  readonly plugin: string;
  readonly version: string;
  /** Counted back from now: 0 is the newest. */
  readonly ago: number;
  readonly opens: number;
  readonly failed: number;
}

async function readParts(db: Database, shape: WindowShape): Promise<PartRow[]> {
  const { parts, partMinutes } = shape;
  const { rows } = await sql<PartRow>`
    SELECT plugin, version,
      floor(extract(epoch FROM date_bin('5 minutes', now(), '2000-01-01') - slot)
        / ${partMinutes * 60})::int AS ago,
      coalesce(sum(count) FILTER (WHERE measure = 'open'), 0)::int AS opens,
      coalesce(sum(count) FILTER (WHERE measure LIKE 'fail:%'), 0)::int AS failed
    FROM plugin_health
    WHERE slot > now() - make_interval(mins => ${parts * partMinutes})
      AND (measure = 'open' OR measure LIKE 'fail:%')
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

/** Of an hour by its minutes; of longer by days, so that people of the same day count. */
async function readUsers(db: Database, window: pluginOperate.PluginWindow) {
  if (window === 'HOUR') {
    return await db
      .selectFrom('pluginHealthSession')
      .select(['plugin', 'version', sql<number>`count(DISTINCT user_no)::int`.as('users')])
      .where('minute', '>', sql<Date>`now() - interval '1 hour'`)
      .groupBy(['plugin', 'version'])
      .execute();
  }
  const days = window === 'DAY' ? 1 : 7;
  return await db
    .selectFrom('pluginHealthDay')
    .select(['plugin', 'version', sql<number>`count(DISTINCT user_no)::int`.as('users')])
    .where('day', '>=', sql<string>`((now() - make_interval(days => ${days})) AT TIME ZONE 'Africa/Nairobi')::date`)
    .groupBy(['plugin', 'version'])
    .execute();
}

function healthOf(version: string, counts: ReadonlyMap<string, number>) {
  const of = (kind: PluginFailureKind) => counts.get(`fail:${kind}`) ?? 0;
  const failures: Record<PluginFailureKind, number> = {
    http: of('http'),
    network: of('network'),
    timeout: of('timeout'),
    integrity: of('integrity'),
    evaluation: of('evaluation'),
    incompatible: of('incompatible'),
    render: of('render'),
  };
  return {
    version,
    opens: counts.get('open') ?? 0,
    p50Ms: percentile(counts, 0.5),
    p95Ms: percentile(counts, 0.95),
    bytes: counts.get('bytes') ?? 0,
    failures,
    failed: Object.values(failures).reduce((sum, each) => sum + each, 0),
    sessionsOut: counts.get('out') ?? 0,
  };
}

/** The upper end of the part that this share of loads lies in or below. */
export function percentile(counts: ReadonlyMap<string, number>, share: number): number | null {
  const parts = LOAD_PARTS_MS.map((upper) => counts.get(`ms:${upper}`) ?? 0);
  const total = parts.reduce((sum, each) => sum + each, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const [index, each] of parts.entries()) {
    seen += each;
    if (seen >= share * total) return LOAD_PARTS_MS[index] ?? null;
  }
  return null;
}

function sparkOf(rows: readonly PartRow[], parts: number) {
  const of = new Map(rows.map((row) => [row.ago, row]));
  const inOrder = Array.from({ length: parts }, (_, index) => of.get(parts - 1 - index));
  return {
    opensByPart: inOrder.map((row) => row?.opens ?? 0),
    failedByPart: inOrder.map((row) => row?.failed ?? 0),
  };
}
