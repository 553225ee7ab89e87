import type { Logger } from 'pino';
import { type CallbackTopics, CallbackUnreadable } from './callbacks/topics.ts';
import { callReport } from './robot/robot-client.ts';
import { deliveryReport } from './sms/africas-talking.ts';

/** Reports that are checked, kept as they came and told in the log; no message or call reads them yet. */
export function reportTopics({ log }: { readonly log: Logger }): CallbackTopics {
  return {
    'sms/delivery': {
      handle: async (_, fields) => {
        const report = deliveryReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no delivery report');
        const { id, status, failureReason } = report.data;
        log.info({ messageId: id, status, failureReason }, 'an SMS was reported on');
        return 'processed';
      },
    },
    'robot/call': {
      acknowledgement: { ok: true },
      handle: async (_, fields) => {
        const report = callReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no report of a call');
        const { taskNo, callNo, outcome, seconds } = report.data;
        log.info({ taskNo, callNo, outcome, seconds }, 'a robot reported a call');
        return 'processed';
      },
    },
  };
}
