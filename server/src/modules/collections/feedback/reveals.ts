import { revealOf } from '../../platform/reveal/index.ts';
import { feedbackList } from './read.ts';

/** The number of a customer who told us something. */
export const feedbackPhone = revealOf(feedbackList, {
  kind: 'feedback.phone',
  title: { en: 'Phone on customer feedback', zh: '客户反馈手机号' },
  field: 'phone',
  access: { code: ['customerService:feedback:phone'] },
  valueOf: ({ phone }) => phone,
});
