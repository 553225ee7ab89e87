import { feedback } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import {
  askToLiftDispute,
  assignFeedback,
  finishFeedback,
  noteOnFeedback,
  placeDispute,
  saveFeedback,
  takeFeedback,
} from './commands.ts';
import { feedbackList, readFeedback } from './read.ts';

export const routes = [
  implement(feedback.page, feedbackList.page),
  implement(feedback.one, ({ feedbackNo }, call) => readFeedback(feedbackNo, call)),
  implement(feedback.save, saveFeedback),
  implement(feedback.take, takeFeedback),
  implement(feedback.assign, assignFeedback),
  implement(feedback.note, noteOnFeedback),
  implement(feedback.finish, finishFeedback),
  implement(feedback.dispute, placeDispute),
  implement(feedback.liftDispute, askToLiftDispute),
];
