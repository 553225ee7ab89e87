// The world outside as ports: money, SMS, e-mail, voice, robots, files, and their callbacks.

export { isRepeated, readPain002 } from './bank/pain-002.ts';
export type { BankReport } from './bank/pain-002.ts';
export { registerGatewayCallbacks } from './callbacks/register.ts';
export { createCallbackProcessor, readCallback } from './callbacks/process.ts';
export type { CallbackProcessor } from './callbacks/process.ts';
export { faultIn } from './callbacks/fault-words.ts';
export { reportKeys } from './callbacks/signature.ts';
export { storeCallback } from './callbacks/store.ts';
export { topicSecret } from './callbacks/topic-secret.ts';
export { toldBy } from './callbacks/told.ts';
export type { Told } from './callbacks/told.ts';
export {
  toldAmountCents,
  toldCode,
  toldName,
  toldOriginator,
  toldPhone,
  toldReference,
  toldTime,
} from './callbacks/told-facts.ts';
export { CallbackHeld, CallbackUnreadable, topicAt } from './callbacks/topics.ts';
export type { CallbackHandler, CallbackSubject, CallbackTopic, CallbackTopics } from './callbacks/topics.ts';
export { noteFault, QUIET_ATTEMPTS, workOff } from './callbacks/work-off.ts';
export { exchange } from './exchange.ts';
export { GatewayError } from './gateway-error.ts';
export type { GatewayFault } from './gateway-error.ts';
export { openGateways, openMailClient } from './open-gateways.ts';
export type { Gateways, OwnShortCodes } from './open-gateways.ts';
export { readMpesaReceipt, readMpesaResult, readMpesaStk } from './mpesa/read.ts';
export { readBalance as readMpesaBalance } from './mpesa/balance.ts';
export { centsOf } from './mpesa/facts.ts';
export type { MpesaReceipt, MpesaResult, StkOutcome } from './mpesa/facts.ts';
export type * from './ports.ts';
export { createFcmClient, serviceAccountOf } from './push/fcm.ts';
export { callReport, createRobotClient } from './robot/robot-client.ts';
export { createSmsClient, deliveryReport } from './sms/africas-talking.ts';
export { callEvent, incomingQuestion, routeQuestion } from './telephony/sip-edge.ts';
export type { CallEvent } from './telephony/sip-edge.ts';
export { dialDocument, endOfNotice, voiceNotice } from './voice/africas-talking-voice.ts';
export { givesWay, type ToldDelivery, vendorTime } from './told-delivery.ts';
export { staffCallReport } from './voice/voice-client.ts';
export { createWhatsAppClient, type WhatsAppStatus, whatsAppStatuses } from './whatsapp/cloud-api.ts';
