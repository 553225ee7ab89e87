/** `area:thing` and its actions: every operation code, one thing a line. */
const TABLE = `
host:warning acknowledge assign resolve
user:user add update freeze unfreeze batchUpdate resetPassword resetMfa salary export
user:change approve
user:dept add update delete
user:role add update delete sensitive
user:menu edit delete state dataRule
user:section operate
user:language save state default delete
user:dictionary save delete
user:cache delete
audit:order intake allot recall release audit update export repaymentCode
audit:followUp save
audit:payoutChange approve
audit:sensitive reveal
audit:attach upload delete
audit:face search
audit:personnel sync update freeze
audit:config update
audit:retrieval submit approve
audit:orderReview page apply originalPhone config
afterLoan:payout query export send retry cancel
afterLoan:payoutStatus query
afterLoan:payoutBatch run audit
afterLoan:offlineLoan import audit
afterLoan:payoutChange update audit
afterLoan:writeOff save update commit commitMulti import audit
afterLoan:zeroSettle settle audit
afterLoan:coupon use
afterLoan:repayLink create
afterLoan:virtualAccount create
afterLoan:rollback settle full
afterLoan:repayment export
afterLoan:flow save update commit assign audit reverse
afterLoan:loanerAccount save state audit
afterLoan:repayAccount save state audit
afterLoan:balance save correct audit
afterLoan:reconStatement import
afterLoan:reconDifference resolve audit
afterLoan:reconDay close audit
afterLoan:autoCancel save audit
afterLoan:autoSettle save audit
afterLoan:autoWriteOff save audit
afterLoan:route save state audit
afterLoan:paymentVisual update audit
afterLoan:wallet query export grant
afterLoan:walletWithdrawal submit retry cancel
afterLoan:walletBatch run audit
charge:refund submit check ignoreVerify payout export
charge:refundPayee check
charge:refundBatch run audit
charge:transfer submit giveUp audit payout detail export
collection:followUp save
collection:contact call sms reveal
collection:promise save
collection:repayLink create
collection:virtualAccount create
collection:case retain distribute redistribute recall import
collection:writeOff save update commit commitMulti import
collection:deduction apply audit
collection:rollback settle full
collection:bulk check
collection:badDebt enter cancel
collection:chargeOff apply audit
collection:personnel sync update freeze
collection:recording play
collection:attribution update audit
collection:robotPlan save
collection:robotTask create stop
collection:policy save
collection:ai94 create stop replay
collection:aiAllocation save
collectionStage:followUp save
collectionStage:contact call sms reveal
collectionStage:recording play
collectionStage:promise save
collectionStage:repayLink create
collectionStage:virtualAccount create
collectionStage:case retain distribute redistribute recall split import
collectionStage:writeOff save update commit commitMulti import
collectionStage:deduction apply audit
collectionStage:strategy save audit
collectionStage:rollback settle full
collectionStage:bulk check
collectionStage:badDebt enter cancel
collectionStage:chargeOff apply audit
collectionStage:personnel update
collectionStage:attribution update audit
collectionStage:robotPlan save
collectionStage:robotTask create stop
customerService:notLoggedList query distribute dialTasks phone export
customerService:personnel sync update freeze export
customerService:advice query handle phone export
customerService:feedback save handle dispute phone export
customerService:replyTemplate save
customerService:callRecord save listen export
customerService:customer contact expire logout close phone export
customerService:dataRequest save handle
customerService:aiHelp decrypt phone
customerService:coupon apply audit config export
customerService:calling export
supermarket:product save onShelf offShelf
supermarket:vipLevel save adjust
supermarket:recommend save publish
supermarket:review import save confirm settle
supermarket:config audit
marketing:template save copy approve enable export
marketing:sms test
marketing:smsTask save control approve export
marketing:robot save control approve export
marketing:unrenewed save approve export
marketing:recipient phone
merchant:config save enable rotateKey disable audit
merchant:orderAcquire save enable redeliver reassign
merchant:consumption charge reverse
merchant:recharge apply reverse audit
merchant:consumptionType save
merchant:blacklist add check import remove audit
merchant:maturity save
merchant:contactBlacklist add check import remove
operation:product save enable audit
operation:regulatoryPolicy save audit
operation:appUpdate save withdraw publish
operation:couponConfig save audit
operation:promocode generate
operation:coupon grant freeze
operation:hotline save
operation:orgMerchant add copy update disable enable trafficLimit riskConfig audit
operation:trafficPersonnel sync update freeze
operation:putChannel save audit enable
operation:verificationCode resend reveal
operation:testUser save
operation:announcement save abolish publish restart
operation:loanLimit save audit
operation:smsRouter save
operation:smsAccount save
operation:marketingSmsRouter save
operation:sensitiveInfo save
operation:appContent save publish
operation:contractTemplate list download update
operation:activity save stop
operation:supermarketPlatform save enable
operation:messageAccount save
operation:sensitiveWord save
operation:messageTemplate page save copy enable
operation:messagePoint save
operation:aiPushTask create stop
operation:creditLimit grant close audit
operation:temporaryCreditTask create remove page recordPage customerPhone audit
operation:config audit
operation:plugin develop publish
quality:inspection sample score listen appeal decide export
quality:sheet save approve
appraisal:discipline save import confirm revoke appeal export
report:financial drill export trialBalance lossRate
report:operation drill export
report:collection drill export
report:approval drill export
report:performance drill export team target
report:abTest view
risk:ruleSet save enable dryRun halt resume audit
risk:model save traffic score audit
risk:list add check import remove audit
risk:pricing save import rollback audit
schedule:shift save update drag auto import export
schedule:plan save
schedule:change apply approve
schedule:threshold save approve
schedule:abnormal explain resolve
telemarketing:list import update distribute abandon recycle phone export
telemarketing:circlePeople import
telemarketing:dialTask save control export
telemarketing:call dial
telemarketing:followUp save
telemarketing:followApproval apply approve
telemarketing:personnel sync update freeze export
telemarketing:robot save control approve export
telemarketing:inbound save approve
telemarketing:activity save approve
telemarketing:blacklist save delete approve export
telemarketing:option save
telemarketing:abandoned export
telemarketing:import export
telemarketing:approval export
telemarketing:incoming export
telemarketing:loan export
`;

/** Every operation code, grouped as in the table above. */
export const OPERATION_CODES: readonly string[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [subject = '', ...actions] = line.split(' ');
    return actions.map((action) => `${subject}:${action}`);
  });

/** The codes of these areas. */
export function codesOfAreas(...areas: readonly string[]): string[] {
  return OPERATION_CODES.filter((code) => areas.includes(code.slice(0, code.indexOf(':'))));
}
