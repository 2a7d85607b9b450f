import { streamStoreContract } from '../testing/stream-store-contract.ts';
import { firestore } from './firebase.ts';
import { streamStore } from './stream-store.ts';

streamStoreContract(() => streamStore(firestore()), `contract-${crypto.randomUUID()}`);
