import * as v from 'valibot';
import type { Lack, Opening, Step } from '../step.ts';

const database = v.looseObject({
  type: v.optional(v.string(), ''),
  pointInTimeRecoveryEnablement: v.optional(v.string(), ''),
  deleteProtectionState: v.optional(v.string(), ''),
});
const schedule = v.looseObject({
  dailyRecurrence: v.optional(v.unknown()),
  weeklyRecurrence: v.optional(v.unknown()),
});

/** The location of documents: several regions of the United States, close to the functions. */
const LOCATION = 'nam5';
/** A daily backup is kept for one week, a weekly one for fourteen, which is the maximum. */
const DAILY = { retention: `${7 * 86_400}s`, dailyRecurrence: {} };
const WEEKLY = { retention: `${98 * 86_400}s`, weeklyRecurrence: { day: 'SUNDAY' } };

const pathOf = (project: string): string => `v1/projects/${project}/databases/(default)`;

export const findDatabase = ({ google, file }: Opening) =>
  google.find(database, 'firestore', pathOf(file.project));

/**
 * Firestore: the database exists, has point-in-time recovery for a week, and is protected against
 * deletion.
 */
export const documents: Step = {
  name: 'documents',
  async look(opening) {
    const { google, file } = opening;
    const path = pathOf(file.project);
    const found = await findDatabase(opening);
    const settings = {
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
      deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
    };
    const lacks: Lack[] = [];
    if (!found) {
      const made = { type: 'FIRESTORE_NATIVE', locationId: LOCATION, ...settings };
      lacks.push({
        what: 'no database for documents',
        mend: () =>
          google.change(
            'POST',
            'firestore',
            `v1/projects/${file.project}/databases?databaseId=(default)`,
            made,
          ),
      });
    } else if (found.type !== 'FIRESTORE_NATIVE') {
      return [
        {
          what: `the database is ${found.type}; a shop needs one in native mode: use a project whose database is empty`,
        },
      ];
    } else {
      if (found.pointInTimeRecoveryEnablement !== settings.pointInTimeRecoveryEnablement) {
        const { pointInTimeRecoveryEnablement } = settings;
        lacks.push({
          what: 'documents cannot be restored to an earlier minute',
          mend: () =>
            google.change(
              'PATCH',
              'firestore',
              `${path}?updateMask=pointInTimeRecoveryEnablement`,
              {
                pointInTimeRecoveryEnablement,
              },
            ),
        });
      }
      if (found.deleteProtectionState !== settings.deleteProtectionState) {
        const { deleteProtectionState } = settings;
        lacks.push({
          what: 'the database may be deleted',
          mend: () =>
            google.change('PATCH', 'firestore', `${path}?updateMask=deleteProtectionState`, {
              deleteProtectionState,
            }),
        });
      }
    }
    const schedules = found
      ? await google.list(schedule, 'backupSchedules', 'firestore', `${path}/backupSchedules`)
      : [];
    const lack = (what: string, body: object) => {
      const mend = () => google.change('POST', 'firestore', `${path}/backupSchedules`, body);
      lacks.push({ what, mend });
    };
    if (!schedules.some(({ dailyRecurrence }) => dailyRecurrence)) lack('no daily backup', DAILY);
    if (!schedules.some(({ weeklyRecurrence }) => weeklyRecurrence))
      lack('no weekly backup', WEEKLY);
    return lacks;
  },
};
