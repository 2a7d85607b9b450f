import { storeContract } from '@datchain/testing/server/store-contract.ts';
import { firestore } from './firebase.ts';
import { firestoreStore } from './firestore-store.ts';

storeContract(() => firestoreStore(firestore()), `contract-${crypto.randomUUID()}`);
