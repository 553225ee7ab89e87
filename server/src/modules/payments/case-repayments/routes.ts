import { caseRepay, caseRollback } from '@kituo/sdk/contracts';
import { implement, type Implementation } from '../../../http/implement.ts';
import { dryRun } from '../../../http/preview.ts';
import { trialOf } from '../payments/index.ts';
import type { System } from '../waivers/index.ts';
import { collectorsOf, requestAttribution, requestBoth } from './attribution.ts';
import { lineExports } from './exports.ts';
import { linesOf } from './line-list.ts';
import { rolledBackBy } from './people.ts';
import { readLine } from './read-line.ts';
import { requestRollbacks, undoOnCase } from './rollbacks.ts';
import { whatIf } from './rollback-what-if.ts';
import { summarise } from './summary.ts';

function routesOf(system: System): Implementation[] {
  const repay = system === 'ORDER' ? caseRepay.byOrder : caseRepay.byBill;
  const rollback = system === 'ORDER' ? caseRollback.byOrder : caseRollback.byBill;
  return [
    implement(repay.page, linesOf[system].page),
    implement(repay.summary, (request, call) => summarise(system, request, call)),
    implement(repay.detail, ({ lineNo }, call) => readLine(system, lineNo, call)),
    implement(repay.exportList, lineExports[system].repay.queue),
    implement(repay.correct, (request, call) => requestAttribution(system, request, call)),
    implement(repay.collectors, (request, call) => collectorsOf(system, request, call)),
    implement(rollback.page, linesOf[system].page),
    implement(rollback.people, (_nothing, call) => rolledBackBy(system, call)),
    implement(rollback.exportList, lineExports[system].rollback.queue),
    implement(rollback.settle, (form, call) => undoOnCase(system, form, 'SETTLE_ROLLBACK', call)),
    implement(rollback.full, (form, call) => undoOnCase(system, form, 'FULL_ROLLBACK', call)),
    implement(rollback.preview, async ({ kind, reason = '', ...form }, call) =>
      dryRun(call.db, (tx) =>
        undoOnCase(
          system,
          { ...form, reason },
          kind === 'FULL' ? 'FULL_ROLLBACK' : 'SETTLE_ROLLBACK',
          trialOf(call, tx),
        ),
      ),
    ),
    implement(rollback.whatIf, async (form, call) => {
      const { reply } = await dryRun(call.db, (tx) => whatIf(system, form, trialOf(call, tx)));
      return rollback.whatIf.reply.parse(reply);
    }),
    implement(rollback.bulk, (request, call) => requestRollbacks(system, request, call)),
  ];
}

export const routes = [...routesOf('ORDER'), ...routesOf('BILL'), implement(caseRepay.correctBoth, requestBoth)];
