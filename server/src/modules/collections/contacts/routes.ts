import { contactBlacklist, contactRight } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { blacklist, readBlacklisted } from './blacklist.ts';
import { addToBlacklist, admitNumber, checkNumber, removeFromBlacklist, removeMany } from './blacklist-commands.ts';
import { blacklistExport } from './blacklist-export.ts';
import { blocks, customerWithin, lockBlock, placeBlock } from './blocks.ts';
import { parties, hasAgreed, recordConsent, withdrawConsent } from './consents.ts';
import { refuseStrangeEvidence } from './evidence.ts';
import { askToLift } from './lift-block.ts';
import { addProposed, readProposals } from './proposals.ts';

/** Which rights a kind takes; disputes have one of their own. */
const PLACERS: Readonly<Record<contactRight.BlockKind, readonly string[]>> = {
  DISPUTE: ['customerService:feedback:dispute'],
  DO_NOT_CALL: ['customerService:customer:contact', 'merchant:contactBlacklist:add'],
  DEATH: ['customerService:customer:contact', 'merchant:contactBlacklist:add'],
  OPT_OUT: ['customerService:customer:contact', 'merchant:contactBlacklist:add'],
  OBJECTED: ['customerService:customer:contact', 'merchant:contactBlacklist:add'],
  WRONG_NUMBER: ['merchant:contactBlacklist:add'],
  OFFICIAL: ['merchant:contactBlacklist:add'],
  COMPLAINT: ['merchant:contactBlacklist:add'],
};

export const routes = [
  implement(contactBlacklist.page, blacklist.page),
  implement(contactBlacklist.exportList, blacklistExport.queue),
  implement(contactBlacklist.detail, readBlacklisted),
  implement(contactBlacklist.add, async (form, call) => {
    await admitNumber(form, call);
    return await addToBlacklist(form, call);
  }),
  implement(contactBlacklist.proposals, readProposals),
  implement(contactBlacklist.addProposed, addProposed),
  implement(contactBlacklist.remove, removeFromBlacklist),
  implement(contactBlacklist.removeMany, removeMany),
  implement(contactBlacklist.check, checkNumber),
  implement(contactRight.blockPage, blocks.page),
  implement(contactRight.blockPlace, async (requested, call) => {
    const { tx, caller } = call;
    if (!PLACERS[requested.blockKind].some((code) => caller.codes.has(code))) {
      throw new AppError('FORBIDDEN');
    }
    const block = await placeBlock(tx, requested, caller);
    const { blockId, blockKind, customerNo, merchantNo } = block;
    await writeAudit(tx, call, {
      action: 'contact.blockPlace',
      subjectType: 'contactBlock',
      subjectNo: String(blockId),
      ...(merchantNo !== null && { merchantNo }),
      after: { blockKind, customerNo, isStanding: true },
      reason: requested.note,
    });
    return { blockId };
  }),
  implement(contactRight.blockLift, async (form, call) => {
    const { tx, caller } = call;
    const block = await lockBlock(tx, form.blockId, caller.scope);
    const merchantNo = block.merchantNo ?? (await customerWithin(tx, block.customerNo ?? '', caller.scope)).merchantNo;
    await refuseStrangeEvidence(tx, merchantNo, form.voucherIds, caller);
    return await askToLift(form, call);
  }),
  implement(contactRight.partyPage, parties.page),
  implement(contactRight.consent, async (form, call) => {
    const { tx, caller } = call;
    const how = { scope: caller.scope, at: new Date() };
    const { before, after } = await recordConsent(tx, form, how);
    const { partyId, merchantNo, partyKind, customerNo } = after;
    await refuseStrangeEvidence(tx, merchantNo, form.voucherIds, caller);
    await writeAudit(tx, call, {
      action: 'contact.consent',
      subjectType: 'contactParty',
      subjectNo: String(partyId),
      merchantNo,
      ...(before && { before: { hasAgreed: hasAgreed(before) } }),
      after: { partyKind, customerNo, hasAgreed: true, vouchers: form.voucherIds.length },
    });
    return { partyId, hasAgreed: true };
  }),
  implement(contactRight.withdraw, async ({ partyId, reason }, call) => {
    const { tx, caller } = call;
    const how = { scope: caller.scope, at: new Date() };
    const { merchantNo } = await withdrawConsent(tx, partyId, how);
    await writeAudit(tx, call, {
      action: 'contact.withdraw',
      subjectType: 'contactParty',
      subjectNo: String(partyId),
      merchantNo,
      before: { hasAgreed: true },
      after: { hasAgreed: false },
      reason,
    });
    return { partyId, hasAgreed: false };
  }),
];
