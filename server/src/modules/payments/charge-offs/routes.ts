import { chargeOff } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import type { System } from '../waivers/index.ts';
import { checkChargeOff, requestCancellation, requestChargeOff } from './commands.ts';
import { lossExports } from './export.ts';
import { applyMany, checkMany } from './many.ts';
import { chargeOffsOf } from './read.ts';
import { provisionOf } from './provision.ts';
import { recoveriesOf } from './recovery-list.ts';

function routesOf(of: typeof chargeOff.byOrder, system: System) {
  return [
    implement(of.page, chargeOffsOf(system).page),
    implement(of.exportList, lossExports[system].losses.queue),
    implement(of.recoveries, recoveriesOf[system].page),
    implement(of.recoveryExport, lossExports[system].recoveries.queue),
    implement(of.apply, async (form, call) => requestChargeOff(system, form, call)),
    implement(of.provision, async (asked, call) => provisionOf(system, asked, call)),
    implement(of.check, async (form, call) => checkChargeOff(system, form, call)),
    implement(of.applyMany, async (form, call) => applyMany(system, form, call)),
    implement(of.checkMany, async (form, call) => checkMany(system, form, call)),
    implement(of.cancel, async (form, call) => requestCancellation(system, form, call)),
  ];
}

/** Each system has its own entry points to the same commands. */
export const routes = [...routesOf(chargeOff.byOrder, 'ORDER'), ...routesOf(chargeOff.byBill, 'BILL')];
