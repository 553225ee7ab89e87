/** `@kituo/sdk/groups`: what a user group is made of now, and files of numbers, for whoever hands one to a task. */
export { DropList } from './drop-list.tsx';
export { GroupCheck } from './group-check.tsx';
export { PhonesFile } from './phones-file.tsx';
export { UserGroupCheck } from './user-group-check.tsx';
