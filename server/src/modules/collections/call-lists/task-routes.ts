import { callTask, marketingBlacklist } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type Implementation, implement } from '../../../http/implement.ts';
import { addListed, admitListed, checkListed, decideDelete, deleteMany, requestDelete } from './blacklist.ts';
import { blacklisted, blacklistedExport, readAuthors, readListed } from './blacklist-list.ts';
import { dialEntry, nextEntry } from './dial.ts';
import { followEntry } from './follow.ts';
import { dialOrder, followOrder } from './order-calls.ts';
import { offeredTexts, smsEntry, smsOrder } from './sms.ts';
import { pageOfEntries, readTask, taskExports, taskLists } from './task-list.ts';
import type { Desk } from './tables.ts';
import { moveTask, reassignTask, saveTask } from './tasks.ts';

export const blacklistRoutes = [
  implement(marketingBlacklist.page, blacklisted.page),
  implement(marketingBlacklist.exportList, blacklistedExport.queue),
  implement(marketingBlacklist.authors, (_nothing, call) => readAuthors(call)),
  implement(marketingBlacklist.detail, ({ blacklistNo }, call) => readListed(blacklistNo, call)),
  implement(marketingBlacklist.check, checkListed),
  implement(marketingBlacklist.save, async (form, call) => {
    await admitListed(form, call);
    return await addListed(form, call);
  }),
  implement(marketingBlacklist.remove, requestDelete),
  implement(marketingBlacklist.removeMany, deleteMany),
  implement(marketingBlacklist.approve, decideDelete),
];

const tasksOf = (desk: Desk, of: typeof callTask.dialTasks | typeof callTask.callingTasks): Implementation[] => [
  implement(of.page, taskLists[desk].page),
  implement(of.exportList, taskExports[desk].queue),
  implement(of.detail, ({ taskNo }, call) => readTask(taskNo, desk, call)),
  implement(of.entries, (request, call) => pageOfEntries(request, desk, call)),
  implement(of.save, (form, call) => saveTask(form, desk, call)),
  implement(of.start, (request, call) => moveTask(request, 'start', desk, call)),
  implement(of.pause, (request, call) => moveTask(request, 'pause', desk, call)),
  implement(of.stop, (request, call) => moveTask(request, 'stop', desk, call)),
  implement(of.reassign, (request, call) => reassignTask(request, desk, call)),
  implement(of.next, (request, call) => nextEntry(request, desk, call)),
  implement(of.dial, async ({ entryId, orderNo, taskNo }, call) => {
    if (orderNo !== undefined && desk === 'TELEMARKETING') return await dialOrder(orderNo, call);
    if (entryId === undefined) throw new AppError('CALL_ENTRY_NOT_FOUND');
    return await dialEntry({ entryId, taskNo }, desk, call);
  }),
  implement(of.smsTexts, offeredTexts),
  implement(of.sms, async ({ entryId, orderNo, taskNo, templateNo }, call) => {
    if (orderNo !== undefined && desk === 'TELEMARKETING') return await smsOrder({ orderNo, templateNo }, call);
    if (entryId === undefined) throw new AppError('CALL_ENTRY_NOT_FOUND');
    return await smsEntry({ entryId, taskNo, templateNo }, desk, call);
  }),
  implement(of.follow, async ({ entryId, ...form }, call) => {
    const { orderNo, content } = form;
    if (orderNo !== undefined && desk === 'TELEMARKETING') return await followOrder({ orderNo, content }, call);
    if (entryId === undefined) throw new AppError('CALL_ENTRY_NOT_FOUND');
    return await followEntry({ ...form, entryId }, desk, call);
  }),
];

export const taskRoutes = [
  ...tasksOf('TELEMARKETING', callTask.dialTasks),
  ...tasksOf('SERVICE', callTask.callingTasks),
];
