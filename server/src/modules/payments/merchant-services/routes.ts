import { merchantService } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { testCallback } from './callback.ts';
import { disableService, requestEnable, requestSave } from './changes.ts';
import { eventExport, serviceExport } from './export.ts';
import { merchantOfKey, rotateKey } from './keys.ts';
import { merchantEvents, readEvent } from './event-list.ts';
import { merchantServices, readService } from './list.ts';
import { resendEvent } from './resend.ts';

export const routes = [
  implement(merchantService.page, merchantServices.page),
  implement(merchantService.exportList, serviceExport.queue),
  implement(merchantService.detail, readService),
  implement(merchantService.save, requestSave),
  implement(merchantService.enable, requestEnable),
  implement(merchantService.disable, disableService),
  implement(merchantService.rotateKey, rotateKey),
  implement(merchantService.testCallback, testCallback),
  implement(merchantService.eventPage, merchantEvents.page),
  implement(merchantService.eventExport, eventExport.queue),
  implement(merchantService.eventDetail, readEvent),
  implement(merchantService.resendEvent, resendEvent),
  implement(merchantService.apiBalance, async ({ apiKey }, { db, address }) => {
    const merchantNo = await merchantOfKey(db, apiKey, address);
    const account = await db
      .selectFrom('merchantPrepaid')
      .select(['balanceCents', 'creditLineCents'])
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    const balanceCents = account?.balanceCents ?? 0;
    return { merchantNo, balanceCents, availableCents: balanceCents + (account?.creditLineCents ?? 0) };
  }),
];
