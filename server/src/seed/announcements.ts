/** Two notices for staff on Home. */
export const ANNOUNCEMENTS = [
  {
    announcementNo: 'A0001',
    mustConfirm: true,
    hoursAgo: 20,
    title: { en: 'New hours for customer contact', zh: '客户联系时间调整' },
    content: {
      en: 'From Monday, customers may only be called and texted between 08:00 and 19:00 EAT. The console blocks contact outside these hours. Confirm that you have read this.',
      zh: '自周一起，仅可在东非时间 08:00 至 19:00 之间致电或发送短信给客户，系统将拒绝此时段外的联系。阅读后点击确认。',
    },
  },
  {
    announcementNo: 'A0002',
    mustConfirm: false,
    hoursAgo: 3,
    title: { en: 'M-Pesa maintenance tonight', zh: '今晚 M-Pesa 维护' },
    content: {
      en: 'M-Pesa maintenance from 23:30 to 01:00 EAT. Payouts sent during this time may get no response: query them, do not send them again.',
      zh: 'M-Pesa 将于东非时间 23:30 至 01:00 维护。期间发起的打款可能暂无结果，请查询状态，切勿重复发起。',
    },
  },
] as const;
