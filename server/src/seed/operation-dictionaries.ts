import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of the pages of Operations. */
export const OPERATION_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  PRODUCT_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  REPAYMENT_MODE: [
    ['SINGLE', 'Single', '一次还款', 'none'],
    ['INSTALMENT', 'Instalments', '分期', 'primary'],
  ],
  FEE_TIMING: [
    ['UPFRONT', 'Upfront', '放款时扣收', 'none'],
    ['ON_DUE', 'On due dates', '到期收取', 'none'],
  ],
  COLLECTION_SCOPE: [
    ['ORDER', 'Per order', '按订单', 'none'],
    ['BILL', 'Per bill', '按账单', 'none'],
  ],
  LIMIT_STATUS: [
    ['OPEN', 'Open', '正常', 'success'],
    ['REACHED', 'Reached', '已满', 'warning'],
    ['PAUSED', 'Paused', '已暂停', 'danger'],
  ],
  CREDIT_TASK_STATUS: [
    ['PENDING', 'Awaiting approval', '待复核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
  ],
  CREDIT_TYPE: [
    ['PRE_APPROVAL', 'Pre-approval', '预授信', 'none'],
    ['REVOLVING', 'Revolving', '循环额度', 'primary'],
  ],
  COUPON_TYPE: [
    ['INCREASE_LOAN_LIMIT', 'Higher limit', '提额券', 'primary'],
    ['DISCOUNT', 'Discount', '抵扣券', 'none'],
    ['INTEREST_DISCOUNT', 'Interest discount', '免息券', 'none'],
  ],
  COUPON_STATUS: [
    ['PENDING_EFFECT', 'Not yet effective', '待生效', 'none'],
    ['AVAILABLE', 'Waiting to be used', '待使用', 'success'],
    ['FROZEN', 'Frozen', '已冻结', 'warning'],
    ['USED', 'Used', '已使用', 'primary'],
    ['EXPIRED', 'Expired', '已过期', 'danger'],
  ],
  COUPON_TEMPLATE_STATUS: [
    ['PENDING', 'Awaiting approval', '待复核', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  PROMO_BATCH_STATUS: [
    ['PENDING', 'Awaiting approval', '待复核', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  PROMO_CODE_STATUS: [
    ['ENABLED', 'Can be redeemed', '可兑换', 'success'],
    ['EXHAUSTED', 'Fully redeemed', '已兑完', 'primary'],
    ['EXPIRED', 'Expired', '已过期', 'none'],
    ['DISABLED', 'Disabled', '停用', 'danger'],
  ],
  COUPON_APPLICATION_STATUS: [
    ['PENDING', 'Awaiting approval', '待复核', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
  ],
  ANNOUNCEMENT_AUDIENCE: [
    ['APP', 'Customers', '客户', 'primary'],
    ['STAFF', 'Staff', '员工', 'none'],
  ],
  ANNOUNCEMENT_TYPE: [
    ['POPUP', 'Popup', '弹窗', 'none'],
    ['BANNER', 'Banner', '横幅', 'none'],
    ['LIST', 'List', '列表', 'none'],
  ],
  WORD_SCOPE: [
    ['TEMPLATE', 'Templates', '消息模板', 'none'],
    ['ANNOUNCEMENT', 'Announcements', '公告', 'none'],
    ['MANUAL_SMS', 'Manual SMS', '手工短信', 'none'],
    ['FOLLOW_UP', 'Follow-up notes', '跟进记录', 'none'],
    ['CALL_TRANSCRIPT', 'Call transcripts', '通话文本', 'none'],
  ],
  WORD_ACTION: [
    ['BLOCK', 'Block', '拦截', 'danger'],
    ['WARN', 'Warn', '提醒', 'warning'],
    ['FLAG', 'Flag', '标记', 'primary'],
  ],
  WORD_GROUP_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  MASK_RULE: [
    ['ENDS', 'First 2 and last 2', '保留前 2 后 2', 'none'],
    ['PHONE', 'First 2 and last 3', '保留前 2 后 3', 'none'],
    ['EMAIL', 'Both parts masked', '两段分别脱敏', 'none'],
  ],
  CONTACT_TYPE: [
    ['PHONE', 'Phone', '电话', 'none'],
    ['WHATSAPP', 'WhatsApp', 'WhatsApp', 'none'],
    ['EMAIL', 'Email', '邮箱', 'none'],
    ['SOCIAL', 'Social media', '社交媒体', 'none'],
  ],
  HOTLINE_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  WEEKDAY: [
    ['MON', 'Mon', '周一', 'none'],
    ['TUE', 'Tue', '周二', 'none'],
    ['WED', 'Wed', '周三', 'none'],
    ['THU', 'Thu', '周四', 'none'],
    ['FRI', 'Fri', '周五', 'none'],
    ['SAT', 'Sat', '周六', 'none'],
    ['SUN', 'Sun', '周日', 'none'],
    ['HOLIDAY', 'Holidays', '节假日', 'none'],
  ],
  APP_OS: [
    ['ANDROID', 'Android', 'Android', 'none'],
    ['IOS', 'iOS', 'iOS', 'none'],
  ],
  APP_UPDATE_TYPE: [
    ['OPTIONAL', 'Optional', '可选', 'none'],
    ['FORCED', 'Forced', '强制', 'danger'],
    ['SILENT', 'Silent', '静默', 'none'],
  ],
  APP_VERSION_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'none'],
    ['PUBLISHED', 'Published', '已发布', 'success'],
    ['WITHDRAWN', 'Withdrawn', '已撤回', 'warning'],
  ],
  SETTLEMENT_MODE: [
    ['CPA', 'Per approval', '按通过计费', 'none'],
    ['CPS', 'Share of disbursed', '按放款分成', 'none'],
  ],
  PLATFORM_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  CODE_PURPOSE: [
    ['REGISTER', 'Register', '注册', 'none'],
    ['LOGIN', 'Sign in', '登录', 'none'],
    ['BIND_CARD', 'Bind card', '绑卡', 'none'],
    ['STAFF_LOGIN', 'Staff sign-in', '员工登录', 'primary'],
  ],
  VERIFICATION_CODE_STATUS: [
    ['VALID', 'Valid', '有效', 'success'],
    ['EXPIRED', 'Expired', '已过期', 'none'],
  ],
  TEST_USER_STATUS: [
    ['VALID', 'Valid', '有效', 'success'],
    ['EXPIRED', 'Expired', '已过期', 'none'],
  ],
  CODE_DELIVERY_STATUS: [
    ['QUEUED', 'Queued', '待发送', 'none'],
    ['SENT', 'Sent', '已发送', 'primary'],
    ['DELIVERED', 'Delivered', '已送达', 'success'],
    ['FAILED', 'Failed', '失败', 'danger'],
    ['REFUSED', 'Not sent', '未发送', 'none'],
    ['UNKNOWN', 'Unknown', '未知', 'warning'],
  ],
  CODE_CHANNEL: [
    ['SMS', 'SMS', '短信', 'none'],
    ['EMAIL', 'Email', '邮件', 'none'],
  ],
  MOBILE_NETWORK: [
    ['SAFARICOM', 'Safaricom', 'Safaricom', 'none'],
    ['AIRTEL', 'Airtel', 'Airtel', 'none'],
    ['TELKOM', 'Telkom', 'Telkom', 'none'],
  ],
  MESSAGE_NODE: [
    ['SIGN_IN_CODE', 'Sign-in code', '登录验证码', 'none'],
    ['PASSWORD_CHANGED', 'Password changed', '密码已修改', 'none'],
    ['PASSWORD_RESET', 'Password reset', '密码已重置', 'none'],
    ['PASSWORD_RESET_LINK', 'Link for a new password', '重置密码链接', 'none'],
    ['PASSWORD_FIRST_LINK', 'Link for the first password', '首次设置密码链接', 'none'],
    ['MFA_BOUND', 'Authenticator set up', '已绑定身份验证器', 'none'],
    ['MFA_RESET', 'Authenticator reset', '身份验证器已重置', 'none'],
    ['MFA_RECOVERY_CODE_USED', 'Recovery code used', '恢复码已使用', 'none'],
    ['VERIFICATION_CODE', 'Verification code', '验证码', 'none'],
    ['ORDER_RETURNED', 'Application returned', '申请已退回', 'none'],
    ['COLLECTION_SMS', 'Collection SMS', '催收短信', 'none'],
    ['PAYMENT_LINK', 'Payment link', '还款链接', 'none'],
  ],
  MESSAGE_CHANNEL: [
    ['SMS', 'SMS', '短信', 'none'],
    ['EMAIL', 'Email', '邮件', 'none'],
    ['PUSH', 'Push', '推送', 'none'],
    ['WHATSAPP', 'WhatsApp', 'WhatsApp', 'none'],
    ['IN_APP', 'In-app', '站内信', 'none'],
  ],
  SMS_KIND: [
    ['VERIFICATION', 'Verification', '验证码', 'none'],
    ['SERVICE', 'Service', '服务', 'none'],
    ['REMINDER', 'Reminder', '提醒', 'none'],
    ['COLLECTION', 'Collection', '催收', 'none'],
    ['MARKETING', 'Marketing', '营销', 'none'],
  ],
  SMS_ROUTE_KIND: [
    ['VERIFICATION', 'Verification', '验证码', 'none'],
    ['SERVICE', 'Service', '服务', 'none'],
    ['REMINDER', 'Reminder', '提醒', 'none'],
    ['COLLECTION', 'Collection', '催收', 'none'],
  ],
  SMS_ROUTE_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['PAUSED', 'Paused', '已暂停', 'warning'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  SMS_PROVIDER: [
    ['SERVER', 'Server gateway', '服务器网关', 'none'],
    ['AFRICAS_TALKING', 'Africa’s Talking', 'Africa’s Talking', 'none'],
  ],
  SMS_ACCOUNT_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  MESSAGE_LANGUAGE: [
    ['en', 'English', '英文', 'none'],
    ['sw', 'Kiswahili', '斯瓦希里文', 'none'],
    ['zh', 'Chinese', '中文', 'none'],
  ],
  TEMPLATE_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  NODE_AUDIENCE: [
    ['STAFF', 'Staff', '员工', 'none'],
    ['CUSTOMER', 'Customers', '客户', 'none'],
  ],
  NODE_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  MESSAGE_OUTCOME: [
    ['QUEUED', 'Queued', '待发送', 'none'],
    ['SENT', 'Sent', '已发送', 'none'],
    ['DELIVERED', 'Delivered', '已送达', 'none'],
    ['FAILED', 'Failed', '失败', 'none'],
    ['REFUSED', 'Not sent', '未发送', 'none'],
    ['UNKNOWN', 'Unknown', '未知', 'none'],
  ],
  ORG_MERCHANT_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  MEDIA_PLATFORM: [
    ['GOOGLE', 'Google', '谷歌', 'none'],
    ['FACEBOOK', 'Facebook', 'Facebook', 'none'],
    ['TIKTOK', 'TikTok', 'TikTok', 'none'],
    ['INFLUENCER', 'Influencer', '达人', 'none'],
    ['SMS', 'SMS', '短信', 'none'],
    ['PARTNER', 'Partner', '合作方', 'none'],
    ['OTHER', 'Other', '其他', 'none'],
  ],
  CHANNEL_BILLING: [
    ['CPI', 'Per registration', '按注册', 'none'],
    ['CPA', 'Per application', '按申请', 'none'],
    ['CPS', 'Per disbursed loan', '按放款', 'none'],
  ],
  ACTIVITY_TYPE: [
    ['INVITE', 'Invitation', '邀请', 'none'],
    ['ON_TIME_REPAYMENT', 'On-time repayment', '按时还款', 'none'],
    ['PROFILE', 'Profile', '完善资料', 'none'],
    ['CHECK_IN', 'Check-in', '签到', 'none'],
  ],
  AWARD_TYPE: [
    ['COUPON', 'Coupon', '优惠券', 'none'],
    ['WALLET', 'Wallet', '钱包', 'none'],
  ],
  ACTIVITY_STATUS: [
    ['SCHEDULED', 'Scheduled', '未开始', 'primary'],
    ['RUNNING', 'Running', '进行中', 'success'],
    ['STOPPED', 'Stopped', '已停止', 'warning'],
    ['ENDED', 'Ended', '已结束', 'none'],
  ],
  AWARD_OUTCOME: [
    ['AWARDED', 'Awarded', '已发放', 'success'],
    ['REVOKED', 'Revoked', '已撤销', 'danger'],
    ['BUDGET', 'Budget used up', '预算用尽', 'warning'],
    ['CUSTOMER_MAX', 'Customer limit', '达到客户上限', 'none'],
    ['DAY_MAX', 'Daily limit', '达到每日上限', 'none'],
    ['TEMPLATE_OFF', 'Coupon disabled', '优惠券已停用', 'danger'],
  ],
  APP_CONTENT_TYPE: [
    ['BANNER', 'Banner', '横幅', 'none'],
    ['HELP', 'Help', '帮助', 'none'],
    ['AGREEMENT', 'Agreement', '协议', 'none'],
    ['PAYMENT_HINT', 'Payment hint', '还款提示', 'none'],
    ['CONTRACT', 'Contract', '合同', 'primary'],
  ],
};
