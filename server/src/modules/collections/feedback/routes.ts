import { feedback } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import {
  askToLiftDispute,
  assignFeedback,
  finishFeedback,
  noteOnFeedback,
  placeDispute,
  saveTypedFeedback,
  takeFeedback,
} from './commands.ts';
import { assignMany } from './assign-many.ts';
import { feedbackExport } from './export.ts';
import { mergeFeedback } from './merge.ts';
import { checkPhone, readHandlers } from './look-ups.ts';
import { sendPack } from './pack.ts';
import { feedbackList, readFeedback } from './read.ts';

export const routes = [
  implement(feedback.page, feedbackList.page),
  implement(feedback.exportList, feedbackExport.queue),
  implement(feedback.people, (_nothing, call) => readHandlers(call)),
  implement(feedback.checkPhone, checkPhone),
  implement(feedback.one, ({ feedbackNo }, call) => readFeedback(feedbackNo, call)),
  implement(feedback.pack, ({ feedbackNo }, call) => sendPack(feedbackNo, call)),
  implement(feedback.save, saveTypedFeedback),
  implement(feedback.take, takeFeedback),
  implement(feedback.assign, assignFeedback),
  implement(feedback.assignMany, assignMany),
  implement(feedback.note, noteOnFeedback),
  implement(feedback.finish, finishFeedback),
  implement(feedback.merge, mergeFeedback),
  implement(feedback.dispute, placeDispute),
  implement(feedback.liftDispute, askToLiftDispute),
];
