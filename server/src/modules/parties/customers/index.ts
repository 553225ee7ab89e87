// Customers: registration and the lock that money commands take.

export { creditMachine } from './credit.machine.ts';
export { feedbackMachine } from './feedback.machine.ts';
export { temporaryCreditTaskMachine } from './temporary-credit-task.machine.ts';
export { correctCustomer } from './correct.ts';
export { type Customer, lockCustomer, registerCustomer } from './register.ts';
