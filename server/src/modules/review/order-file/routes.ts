import { customerProfile, orderDetail } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { revealValue } from '../../platform/reveal/index.ts';
import { readSnapshot } from '../review-config/index.ts';
import { correctEntry } from './correct.ts';
import { profileOf } from './customer-profile.ts';
import { maskedBank } from './details.ts';
import { entryOf } from './entry.ts';
import { evidenceOf } from './evidence.ts';
import { searchFace } from './face-search.ts';
import { findDetails, findOrder } from './find-order.ts';
import { sendImage } from './image-address.ts';
import { readLanguage, setLanguage } from './language.ts';
import { borrowingOf } from './people.ts';
import { messagesOf } from './messages.ts';
import { planOf } from './plan.ts';
import { recordsOf, revealsOf } from './records.ts';
import { issueRepaymentCode, repaymentCodeOf } from './repayment-code.ts';
import { appsOf, bvnOf, closeContactsOf, contactsOf, deviceOf, emergencyContactsOf, placesOf } from './tabs.ts';

export const routes = [
  implement(customerProfile.one, profileOf),
  implement(orderDetail.entry, entryOf),
  implement(orderDetail.contacts, contactsOf),
  implement(orderDetail.instancyContacts, emergencyContactsOf),
  implement(orderDetail.closeContacts, closeContactsOf),
  implement(orderDetail.operator, async ({ orderNo }, { db, caller }) => {
    await findDetails(db, caller, orderNo);
    return await evidenceOf(db, orderNo, 'OPERATOR');
  }),
  implement(orderDetail.appList, appsOf),
  implement(orderDetail.location, placesOf),
  implement(orderDetail.device, deviceOf),
  implement(orderDetail.bvn, bvnOf),
  implement(orderDetail.bank, async ({ orderNo }, call) => {
    await findDetails(call.db, call.caller, orderNo);
    const { content, ...asked } = await evidenceOf(call.db, orderNo, 'BANK');
    return { ...asked, content: content && maskedBank(content, call) };
  }),
  implement(orderDetail.borrowHistory, async ({ orderNo }, { db, caller }) => {
    const order = await findDetails(db, caller, orderNo);
    return await borrowingOf(db, order, businessDateOf(new Date()));
  }),
  implement(orderDetail.planBillList, async ({ orderNo }, { db, caller }) => {
    const order = await findOrder(db, caller, orderNo);
    return await planOf(db, { ...order, installments: order.terms.installments }, new Date());
  }),
  implement(orderDetail.record, recordsOf),
  implement(orderDetail.logList, async ({ orderNo }, { db, caller }) => {
    await findDetails(db, caller, orderNo);
    return await readHistory(db, 'order', orderNo);
  }),
  implement(orderDetail.messages, messagesOf),
  implement(orderDetail.viewingSensitiveInfoRecord, revealsOf),
  implement(orderDetail.phone, async ({ orderNo, purpose }, call) => {
    const request = { kind: 'order.phone', subjectNo: orderNo, purpose };
    return (await revealValue(request, call)).value;
  }),
  implement(orderDetail.update, correctEntry),
  implement(orderDetail.faceSearch, searchFace),
  implement(orderDetail.readLanguage, readLanguage),
  implement(orderDetail.setLanguage, setLanguage),
  implement(orderDetail.readRepaymentCode, async ({ orderNo }, { db, caller }) =>
    repaymentCodeOf(await findDetails(db, caller, orderNo)),
  ),
  implement(orderDetail.issueRepaymentCode, issueRepaymentCode),
  implement(orderDetail.orderConfig, async ({ orderNo }, { db, caller }) => {
    await findDetails(db, caller, orderNo);
    return { config: await readSnapshot(db, orderNo) };
  }),
  implement(orderDetail.image, sendImage),
];
