import { aiTask, nineFour } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { aiCalls } from './ai-calls.ts';
import { callBacks, smsBacks } from './intake-lists.ts';
import { aiTasks } from './read.ts';
import { smsReplies } from './sms-replies.ts';

export const aiTaskExport = exportOf(aiTasks, {
  kind: 'aiTasks.export',
  title: { en: 'Export of 94 AI tasks', zh: '导出 94 AI 任务' },
  page: aiTask.exportList.access.page,
  params: aiTask.exportList.request,
  fileStem: 'ai-tasks',
  subjectType: 'aiTask',
  columns: [
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Vendor task', zh: '供应商任务', of: (row) => row.vendorTaskId },
    { en: 'Robot run', zh: '机器人任务', of: (row) => row.rudderTaskNo },
    { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
    { en: 'Script', zh: '话术', of: (row) => row.scriptName ?? row.scriptCode },
    { en: 'Status', zh: '状态', of: (row) => row.taskStatus, codes: 'AI_STATUS' },
    { en: 'Sent', zh: '已发送', of: (row) => row.sent },
    { en: 'Called', zh: '已呼叫', of: (row) => row.called },
    { en: 'Connected', zh: '已接通', of: (row) => row.connected },
    { en: 'Refused by gate', zh: '被限制拒绝', of: (row) => row.gateRefused },
    { en: 'No report', zh: '缺少回执', of: (row) => row.callbackMissing },
    { en: 'Cost (KES)', zh: '费用（KES）', of: (row) => (row.costCents / 100).toFixed(2) },
    { en: 'Created by', zh: '创建人', of: (row) => row.createdByName },
    { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
  ],
});

export const aiCallExport = exportOf(aiCalls, {
  kind: 'aiCalls.export',
  title: { en: 'Export of robot calls', zh: '导出机器人通话' },
  page: nineFour.callExport.access.page,
  params: nineFour.callExport.request,
  fileStem: 'robot-calls',
  subjectType: 'contactAttempt',
  columns: [
    { en: 'Call', zh: '通话编号', of: (row) => row.callId },
    { en: 'Started', zh: '开始时间', of: (row) => row.callStart, isTime: true },
    { en: 'Task', zh: '任务', of: (row) => row.taskName },
    { en: 'Customer', zh: '客户姓名', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Result', zh: '结果', of: (row) => row.callResult, codes: 'CALL_RESULT' },
    { en: 'Willingness', zh: '意愿', of: (row) => row.willingness, codes: 'WILLINGNESS' },
    { en: 'Ringing (s)', zh: '振铃（秒）', of: (row) => row.ringSeconds },
    { en: 'Talk (s)', zh: '通话（秒）', of: (row) => row.talkSeconds },
    { en: 'Rounds', zh: '对话轮次', of: (row) => row.rounds },
    { en: 'Ended by', zh: '挂断方', of: (row) => row.hungUpBy, codes: 'HUNG_UP_BY' },
    { en: 'Case', zh: '案件', of: (row) => row.caseNo },
    { en: 'Order', zh: '订单', of: (row) => row.orderNo },
    { en: 'Collector', zh: '催收员', of: (row) => row.collectorName },
  ],
});

export const callBackExport = exportOf(callBacks, {
  kind: 'aiCallBacks.export',
  title: { en: 'Export of call reports', zh: '导出通话回调' },
  page: nineFour.callBackExport.access.page,
  params: nineFour.callBackExport.request,
  fileStem: 'call-reports',
  subjectType: 'callback',
  columns: [
    { en: 'Report', zh: '回执编号', of: (row) => row.intakeId },
    { en: 'Received', zh: '接收时间', of: (row) => row.receivedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.intakeStatus, codes: 'INTAKE_STATUS' },
    { en: 'Event', zh: '事件', of: (row) => row.eventType },
    { en: 'Vendor call', zh: '供应商通话', of: (row) => row.vendorCallId },
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Vendor task', zh: '供应商任务', of: (row) => row.vendorTaskId },
    { en: 'Case', zh: '案件', of: (row) => row.caseNo },
    { en: 'Vendor time', zh: '供应商时间', of: (row) => row.vendorEventAt },
    { en: 'Delay (s)', zh: '延迟（秒）', of: (row) => row.lagSeconds },
    { en: 'Attempts', zh: '处理次数', of: (row) => row.attempts },
    { en: 'Copies', zh: '重复次数', of: (row) => row.repeats },
    { en: 'Copy of', zh: '首份回执', of: (row) => row.duplicateOf },
    { en: 'Error', zh: '错误', of: (row) => row.error },
    { en: 'Signature', zh: '签名', of: (row) => row.signatureCheck, codes: 'SIGNATURE_CHECK' },
  ],
});

export const smsBackExport = exportOf(smsBacks, {
  kind: 'aiSmsBacks.export',
  title: { en: 'Export of SMS reports', zh: '导出短信回执' },
  page: nineFour.smsBackExport.access.page,
  params: nineFour.smsBackExport.request,
  fileStem: 'sms-reports',
  subjectType: 'callback',
  columns: [
    { en: 'Report', zh: '回执编号', of: (row) => row.intakeId },
    { en: 'Received', zh: '接收时间', of: (row) => row.receivedAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.intakeStatus, codes: 'INTAKE_STATUS' },
    { en: 'Delivery', zh: '送达状态', of: (row) => row.deliveryStatus, codes: 'SMS_DELIVERY' },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Case', zh: '案件', of: (row) => row.caseNo },
    { en: 'Template', zh: '模板', of: (row) => row.templateCode },
    { en: 'Segments', zh: '分段数', of: (row) => row.segments },
    { en: 'Network', zh: '运营商网络', of: (row) => row.networkCode },
    { en: 'Vendor time', zh: '供应商时间', of: (row) => row.vendorEventAt },
    { en: 'Delay (s)', zh: '延迟（秒）', of: (row) => row.lagSeconds },
    { en: 'Attempts', zh: '处理次数', of: (row) => row.attempts },
    { en: 'Copies', zh: '重复次数', of: (row) => row.repeats },
    { en: 'Copy of', zh: '首份回执', of: (row) => row.duplicateOf },
    { en: 'Error', zh: '错误', of: (row) => row.error },
    { en: 'Signature', zh: '签名', of: (row) => row.signatureCheck, codes: 'SIGNATURE_CHECK' },
  ],
});

export const replyExport = exportOf(smsReplies, {
  kind: 'smsReplies.export',
  title: { en: 'Export of SMS replies', zh: '导出短信回复' },
  page: nineFour.replyExport.access.page,
  params: nineFour.replyExport.request,
  fileStem: 'sms-replies',
  subjectType: 'smsReply',
  columns: [
    { en: 'Received', zh: '接收时间', of: (row) => row.receivedAt, isTime: true },
    { en: 'Reply', zh: '回复内容', of: (row) => row.replyText },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Case', zh: '案件', of: (row) => row.caseNo },
    { en: 'Order', zh: '订单', of: (row) => row.orderNo },
    { en: 'Handled by', zh: '处理人', of: (row) => row.handledByName },
    { en: 'Note', zh: '备注', of: (row) => row.remark },
  ],
});
