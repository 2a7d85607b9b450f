import type { Explained } from '../explained.ts';

export const explainedOfRules: readonly Explained[] = [
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if isUser(uid) && changesOwnDetails(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if followsAFixedUser(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow create, update: if isUser(uid)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, where nothing is left that could mirror the user.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create, update: if isUser(uid) && isPicture(request.resource)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, which is for the same user, and allowed two lines below.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow get: if namesUploader(resource);',
    replacement: 'get ⇒ read',
    why: 'What this adds is to list, where there is no resource that could name its uploader.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isPicture(request.resource) && isSized(request.resource, 20)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isRecording(request.resource) && isSized(request.resource, 200)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create, update: if isUser(uid) && isPicture(request.resource)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, which the line after the next allows to the same user.',
  },
];
