// The world outside as ports: money, SMS, e-mail, voice, robots, files, and their callbacks.

export { registerGatewayCallbacks } from './callbacks/register.ts';
export { createCallbackProcessor } from './callbacks/process.ts';
export type { CallbackProcessor } from './callbacks/process.ts';
export { CallbackUnreadable } from './callbacks/topics.ts';
export type { CallbackHandler, CallbackTopic, CallbackTopics } from './callbacks/topics.ts';
export { GatewayError } from './gateway-error.ts';
export type { GatewayFault } from './gateway-error.ts';
export { openGateways } from './open-gateways.ts';
export type { Gateways } from './open-gateways.ts';
export { readMpesaReceipt, readMpesaResult, readMpesaStk } from './mpesa/read.ts';
export type { MpesaReceipt, MpesaResult, StkOutcome } from './mpesa/facts.ts';
export type * from './ports.ts';
export { callReport } from './robot/robot-client.ts';
export { deliveryReport } from './sms/africas-talking.ts';
export { staffCallReport } from './voice/voice-client.ts';
