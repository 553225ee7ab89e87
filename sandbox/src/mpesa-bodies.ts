import { randomUUID } from 'node:crypto';
import type { Transaction } from './mpesa-book.ts';

/*
 * The bodies of Daraja's callbacks, field by field as Safaricom documents them. Times are Nairobi's.
 */

interface Parameter {
  readonly Key: string;
  readonly Value: string | number;
}

const eat = (at: Date | string): string => new Date(new Date(at).getTime() + 3 * 3_600_000).toISOString();

/** `20261120153000` */
const compactTime = (at: Date | string): string => eat(at).replace(/\D/g, '').slice(0, 14);

/** `20.11.2026 15:30:00` */
function dottedTime(at: string): string {
  const [date = '', time = ''] = eat(at).split('T');
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 8)}`;
}

/** The result of B2C, of a status query or of a reversal. */
export function resultBody(
  about: Pick<Transaction, 'receipt' | 'conversationId' | 'resultCode' | 'description'>,
  { id, parameters }: { id: string; parameters?: readonly Parameter[] | undefined },
) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: about.resultCode,
      ResultDesc: about.description,
      OriginatorConversationID: id,
      ConversationID: about.conversationId ?? `AG_${randomUUID()}`,
      TransactionID: about.receipt,
      ...(parameters && { ResultParameters: { ResultParameter: parameters } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: '' } },
    },
  };
}

export function b2cParameters(transaction: Transaction): Parameter[] {
  return [
    { Key: 'TransactionAmount', Value: Number(transaction.amount) },
    { Key: 'TransactionReceipt', Value: transaction.receipt },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: 0 },
    { Key: 'ReceiverPartyPublicName', Value: `${transaction.phone} - Sandbox Customer` },
    { Key: 'TransactionCompletedDateTime', Value: dottedTime(transaction.at) },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: 10_000_000 },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: 10_000_000 },
  ];
}

/** Of a payment that was taken back, its own status says so. */
export function statusParameters(transaction: Transaction, isReversed: boolean): Parameter[] {
  const { originatorConversationId, conversationId } = transaction;
  return [
    { Key: 'ReceiptNo', Value: transaction.receipt },
    { Key: 'ConversationID', Value: conversationId ?? '' },
    { Key: 'OriginatorConversationID', Value: originatorConversationId ?? '' },
    { Key: 'Amount', Value: Number(transaction.amount) },
    {
      Key: 'TransactionStatus',
      Value: isReversed ? 'Reversed' : transaction.isSuccess ? 'Completed' : 'Failed',
    },
    { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
    { Key: 'TransactionReason', Value: transaction.isSuccess ? '' : transaction.description },
    { Key: 'DebitPartyCharges', Value: '' },
    { Key: 'DebitAccountType', Value: 'Utility Account' },
    { Key: 'InitiatedTime', Value: compactTime(transaction.at) },
    { Key: 'FinalisedTime', Value: compactTime(transaction.at) },
    { Key: 'CreditPartyName', Value: `${transaction.phone} - Sandbox Customer` },
    { Key: 'DebitPartyName', Value: '600200 - Kituo' },
  ];
}

/** What the accounts of a short code hold: what was charged is in one of its own, below 0. */
export function balanceParameters(shillings: number, at: Date): Parameter[] {
  const held = shillings.toFixed(2);
  return [
    {
      Key: 'AccountBalance',
      Value: `Working Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|${held}|${held}|0.00|0.00&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00&Organization Settlement Account|KES|0.00|0.00|0.00|0.00`,
    },
    { Key: 'BOCompletedTime', Value: compactTime(at) },
  ];
}

/** A payment to the paybill; without a receipt while it is only asked about. */
export function c2bBody(payment: {
  readonly receipt: string;
  readonly phone: string;
  readonly amount: string;
  readonly reference: string;
  readonly shortCode: string;
  readonly at: Date;
}) {
  return {
    TransactionType: 'Pay Bill',
    TransID: payment.receipt,
    TransTime: compactTime(payment.at),
    TransAmount: payment.amount,
    BusinessShortCode: payment.shortCode,
    BillRefNumber: payment.reference,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: payment.phone,
    FirstName: 'Sandbox',
    MiddleName: '',
    LastName: 'Customer',
  };
}

/** The end of a payment requested on the customer's phone; without a transaction the customer said no. */
export function stkBody(
  ids: { readonly MerchantRequestID: string; readonly CheckoutRequestID: string },
  transaction: Transaction | undefined,
) {
  return {
    Body: {
      stkCallback: {
        ...ids,
        ResultCode: transaction ? 0 : 1032,
        ResultDesc: transaction ? 'The service request is processed successfully.' : 'Request cancelled by user.',
        ...(transaction && {
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: Number(transaction.amount) },
              { Name: 'MpesaReceiptNumber', Value: transaction.receipt },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: Number(compactTime(transaction.at)) },
              { Name: 'PhoneNumber', Value: Number(transaction.phone) },
            ],
          },
        }),
      },
    },
  };
}

/** The answer of Pull Transactions: a list of lists, an empty one where nothing came in. */
export function pullBody(received: readonly Transaction[]) {
  return {
    ResponseRefID: randomUUID(),
    ResponseCode: received.length > 0 ? '1000' : '1001',
    ResponseMessage: received.length > 0 ? 'Success' : 'No transactions',
    Response: [
      received.map((transaction) => ({
        transactionId: transaction.receipt,
        trxDate: `${transaction.at.slice(0, 19)}Z`,
        msisdn: Number(transaction.phone),
        sender: 'Sandbox Customer',
        transactiontype: 'c2b-pay-bill-debit',
        billreference: transaction.reference,
        amount: Number(transaction.amount).toFixed(2),
        organizationname: 'Kituo',
      })),
    ],
  };
}
