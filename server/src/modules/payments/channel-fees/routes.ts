import { channelFee } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { bookFeeKind, reverseFeeKind } from './changes.ts';
import { channelFeeExport } from './export.ts';
import { channelFees } from './read.ts';

export const routes = [
  implement(channelFee.page, channelFees.page),
  implement(channelFee.exportList, channelFeeExport.queue),
  implement(channelFee.book, async ({ reason, ...fee }, call) => {
    const requested = { ...fee, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(bookFeeKind, requested, call, reason) };
  }),
  implement(channelFee.reverse, async ({ reason, feeNo }, call) => {
    const requested = { feeNo, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(reverseFeeKind, requested, call, reason) };
  }),
];
