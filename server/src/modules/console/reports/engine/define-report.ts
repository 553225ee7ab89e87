import type { report as contract } from '@kituo/sdk/contracts';
import type { Tx } from '../../../../db/database.ts';
import type { Caller } from '../../../../http/implement.ts';
import { implement } from '../../../../http/implement.ts';
import { merchantsSeen } from '../../../../http/merchant-scope.ts';
import { type Asked, askedAgain, askedOf, bucketsOf, comparedPeriod, queryIdOf, type ReportFilters } from './asked.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { closedForReaders } from './closed-through.ts';
import { behind, factsAt, type Place, summed } from './drill.ts';
import type { Reach } from './facts.ts';
import { DEFINITION_VERSION } from './definition-version.ts';
import { type Answer, type Figures, figuresOf } from './figures.ts';
import { namesOf, productChoices } from './names.ts';
import { factExport, type Facts, figureExport } from './report-export.ts';
import { isCounted } from './source.ts';
import type { Schedulable } from '../schedules/schedulable.ts';
import { unnamedIn } from './unnamed.ts';
import type { ReportEndpoints, Reader, ReportDefinition, ReadRow } from './report-types.ts';

export function defineReport(definition: ReportDefinition) {
  const endpoints = definition.endpoints as ReportEndpoints;
  const { units, measures } = definition;
  const reachOf = (caller: Caller): Reach => ({
    merchantNos: merchantsSeen(caller.scope),
    ...definition.reach?.(caller),
  });
  const decided = (filters: ReportFilters) =>
    askedOf(filters, { days: definition.days ?? 30, dimension: definition.dimension });

  /** Figures with what is made of several rows. */
  async function finished(tx: Tx, asked: Asked, reach: Reach): Promise<Answer> {
    const answer = await figuresOf(tx, definition, asked, reach);
    if (!definition.finish) return answer;
    const { userNo, merchantNos } = reach;
    const peers = userNo === undefined ? answer : await figuresOf(tx, definition, asked, { merchantNos });
    return await definition.finish(tx, asked, answer, peers, reach);
  }

  /** All rows of a query in one snapshot, the total first. */
  async function read(asked: Asked, { db, caller, lang }: Reader, sort: Sort) {
    const reach = reachOf(caller);
    const compared = comparedPeriod(asked);
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const answer = await finished(tx, asked, reach);
        const before = compared && (await figuresOf(tx, definition, asked, reach, compared)).total;
        const closed = await closedForReaders(tx, asked.asOf);
        const names = await namesOf(tx, asked.dimension, [...answer.rows.keys()], lang);
        const about = await definition.about?.(tx, asked.dimension, [...answer.rows.keys()]);
        const isOpen = (day: string) => closed === null || day > closed;
        const grownThrough = addDays(businessDateOf(asked.asOf), -(definition.youngDays ?? 0));
        const isYoung = (last: string) => definition.youngDays !== undefined && last > grownThrough;
        const rowOf = (rowKind: 'TOTAL' | 'COMPARED', figures: Figures, to: string): contract.ReportRow => ({
          rowKind,
          key: '',
          keyName: '',
          figures,
          isProvisional: isOpen(to),
          isYoung: isYoung(to),
        });
        const buckets = asked.dimension === 'DATE' ? bucketsOf(asked.period, asked.grain) : [];
        const lastDays = new Map(buckets.map((bucket) => [bucket.key, bucket.to]));
        const rows = [...answer.rows].map(([key, figures]): contract.ReportRow => ({
          rowKind: 'ROW',
          key,
          figures,
          keyName: key === '' ? unnamedIn(definition, asked.dimension, lang) : (names.get(key) ?? key),
          ...(about && { about: about.get(key) ?? {} }),
          isProvisional: isOpen(asked.dimension === 'DATE' ? key : asked.period.to),
          isYoung: isYoung(lastDays.get(key) ?? asked.period.to),
        }));
        const heads = [rowOf('TOTAL', answer.total, asked.period.to)];
        if (before && compared) heads.push(rowOf('COMPARED', before, compared.to));
        return { closed, heads, rows: ordered(rows, sort) };
      });
  }

  const foundOf = ({ queryId, measure, key }: Facts, { caller }: Pick<Reader, 'caller'>) => {
    const asked = askedAgain(queryId);
    return { asked, found: behind(definition, units, { measure, key, asked, reach: reachOf(caller) }) };
  };

  async function rowsBehind(facts: Facts, { db, caller, lang }: Reader, place: Place) {
    const { measure, key } = facts;
    const { asked, found } = foundOf(facts, { caller });
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const ofView = { ...asked, view: found.measure.view ?? null };
        const answer = await figuresOf(tx, definition, ofView, reachOf(caller));
        const figures = key === undefined ? answer.total : answer.rows.get(key);
        const { figure, ...count } = await summed(tx, found);
        const rows = await factsAt(tx, found, place, lang);
        return { ...count, rows, asked, found, figure: figures?.[measure] ?? null, rowsFigure: figure };
      });
  }

  const figuresFile = figureExport(definition, endpoints, async (filters, sort, reader) => {
    const asked = decided(filters);
    const { closed, heads, rows } = await read(asked, reader, sort);
    const meta = { asOf: asked.asOf.toISOString(), closedThrough: closed };
    return [...heads, ...rows].map((row): ReadRow => ({ ...row, ...meta }));
  });
  const factsFile = factExport(
    definition,
    endpoints,
    async (facts, reader, place) => await factsAt(reader.db, foundOf(facts, reader).found, place, reader.lang),
  );

  const routes = [
    implement(endpoints.query, async ({ filters, page, pageSize, sort }, call) => {
      const asked = decided(filters);
      const { closed, heads, rows } = await read(asked, call, sort);
      return {
        rows: [...(page === 1 ? heads : []), ...rows.slice((page - 1) * pageSize, page * pageSize)],
        total: rows.length,
        totalIsExact: true,
        asOf: asked.asOf.toISOString(),
        closedThrough: closed,
        definitionVersion: DEFINITION_VERSION,
        queryId: queryIdOf(asked),
        period: asked.period,
      };
    }),
    implement(endpoints.drill, async ({ filters, page, pageSize, sort }, call) => {
      const place = { sort, limit: pageSize, offset: (page - 1) * pageSize };
      const { asked, found, ...answer } = await rowsBehind(filters, call, place);
      if (answer.figure !== answer.rowsFigure && answer.figure !== 0) {
        call.log.error({ report: definition.name, ...filters }, 'a figure differs from its rows');
        const seen = { figure: answer.figure, rowsFigure: answer.rowsFigure, foundAt: new Date() };
        await call.db
          .insertInto('reportDifference')
          .values({ report: definition.name, measure: filters.measure, ...seen })
          .onConflict((conflict) => conflict.columns(['report', 'measure']).doUpdateSet(seen))
          .execute();
      }
      const { formula, ...words } = found.measure;
      return {
        ...answer,
        rowsFigure: answer.rowsFigure ?? (answer.figure === 0 ? 0 : null),
        title: words[call.lang],
        formula,
        unit: found.unit,
        asOf: asked.asOf.toISOString(),
      };
    }),
    implement(endpoints.definitions, async (_, call) => ({
      definitionVersion: DEFINITION_VERSION,
      measures: Object.entries(measures).map(([name, measure]) => ({
        measure: name,
        unit: units[name] ?? (isCounted(measure) ? measure.unit : undefined) ?? 'COUNT',
        title: measure[call.lang],
        formula: measure.formula,
        parts: isCounted(measure) ? [] : [...measure.parts],
        isColumn: Object.hasOwn(units, name),
      })),
      products: await productChoices(call.db, merchantsSeen(call.caller.scope)),
      people: (await definition.people?.(call)) ?? [],
      channels: (await definition.channels?.(call)) ?? [],
    })),
    implement(endpoints.exportList, figuresFile.queue),
    implement(endpoints.drillExport, factsFile.queue),
  ];
  /** The figures of one row of a query that the reader made; null where it has none of that key. */
  async function figuresOfRow(queryId: string, key: string, { db, caller }: Pick<Reader, 'db' | 'caller'>) {
    const asked = askedAgain(queryId);
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const figures = (await finished(tx, asked, reachOf(caller))).rows.get(key);
        return figures === undefined ? null : { asked, figures };
      });
  }

  const { name, sources } = definition;
  const schedulable: Schedulable = {
    name,
    title: definition.title,
    code: `report:${definition.codesOf ?? name}:export`,
    kind: figuresFile.kind,
    endpoints,
  };
  return {
    routes,
    exports: [figuresFile.kind, factsFile.kind],
    kept: { name, sources, measures },
    schedulable,
    figuresOfRow,
  };
}

type Sort = { readonly field: string; readonly direction: 'asc' | 'desc' } | null;

/** By name, what has none at the end; or by a measure, with what has no figure at the end. */
function ordered(rows: contract.ReportRow[], sort: Sort): contract.ReportRow[] {
  const { field, direction } = sort ?? { field: 'key', direction: 'asc' as const };
  const sign = direction === 'desc' ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (field === 'key' && (one.key === '' || other.key === ''))
      return Number(one.key === '') - Number(other.key === '');
    if (field === 'key') return sign * one.keyName.localeCompare(other.keyName, 'en', { numeric: true });
    const [left, right] = [one.figures[field] ?? null, other.figures[field] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || one.keyName.localeCompare(other.keyName);
  });
}
