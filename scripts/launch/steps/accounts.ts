import {
  functionsAccountOf,
  type ProjectFile,
  rebuildAccountOf,
} from '@datchain/shared/contracts/project-file.ts';
import * as v from 'valibot';
import { type Binding, type Google, lacking } from '../google.ts';
import type { Lack, Step } from '../step.ts';

const account = v.object({ email: v.string() });

const rolesOf = (file: ProjectFile): readonly Binding[] => {
  const functions = [`serviceAccount:${functionsAccountOf(file)}`];
  const rebuild = [`serviceAccount:${rebuildAccountOf(file)}`];
  // Google builds the functions with this account, but gives it no role in new projects.
  const build = [`serviceAccount:${file.number}-compute@developer.gserviceaccount.com`];
  // The Storage rules look up in Firestore who may release.
  const rules = [
    `serviceAccount:service-${file.number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`,
  ];
  return [
    { role: 'roles/datastore.user', members: functions },
    { role: 'roles/firebaseauth.admin', members: functions },
    { role: 'roles/firebasedatabase.admin', members: functions },
    { role: 'roles/storage.objectAdmin', members: functions },
    { role: 'roles/datastore.viewer', members: rebuild },
    { role: 'roles/firebasedatabase.viewer', members: rebuild },
    { role: 'roles/firebasehosting.admin', members: rebuild },
    // Without these roles the Firebase CLI deploys broken rewrites and reports success.
    { role: 'roles/cloudfunctions.viewer', members: rebuild },
    { role: 'roles/run.viewer', members: rebuild },
    { role: 'roles/storage.objectViewer', members: rebuild },
    { role: 'roles/cloudbuild.builds.builder', members: build },
    { role: 'roles/firebaserules.firestoreServiceAgent', members: rules },
  ];
};

/** Lets the functions' account sign URLs of whole songs. */
const signing = (file: ProjectFile): Binding => ({
  role: 'roles/iam.serviceAccountTokenCreator',
  members: [`serviceAccount:${functionsAccountOf(file)}`],
});

const projectSchema = v.looseObject({ projectNumber: v.string() });

/** @throws Error when the file names another project's number: its accounts would get our roles */
async function checkNumber(google: Google, { project, number }: ProjectFile): Promise<void> {
  const path = `v1/projects/${project}`;
  const found = await google.find(projectSchema, 'cloudresourcemanager', path);
  if (found && found.projectNumber !== number) {
    throw new Error(
      `The number of ${project} is ${found.projectNumber}, not ${number}: correct "number" in the file.`,
    );
  }
}

async function missingAccounts(google: Google, file: ProjectFile): Promise<Lack[]> {
  const path = `v1/projects/${file.project}/serviceAccounts`;
  const known = await google.list(account, 'accounts', 'iam', `${path}?pageSize=100`);
  return [functionsAccountOf(file), rebuildAccountOf(file)].flatMap((email) => {
    if (known.some((one) => one.email === email)) return [];
    const [accountId] = email.split('@');
    const mend = () => google.change('POST', 'iam', path, { accountId });
    return [{ what: `no account ${email}`, mend }];
  });
}

export const accounts: Step = {
  name: 'accounts',
  async look({ google, file }) {
    await checkNumber(google, file);
    const missing = await missingAccounts(google, file);
    const project = `v1/projects/${file.project}`;
    const wanted = rolesOf(file);
    const roles = lacking(await google.policy('cloudresourcemanager', project), wanted);
    const lacks: Lack[] = [...missing];
    if (roles.length > 0) {
      lacks.push({
        what: `without a role: ${roles.map(({ role, members }) => `${members.join()} lacks ${role}`).join(', ')}`,
        mend: () => google.grant('cloudresourcemanager', project, wanted),
      });
    }
    const own = `v1/projects/${file.project}/serviceAccounts/${functionsAccountOf(file)}`;
    const grantSigning = () => google.grant('iam', own, [signing(file)]);
    if (lacking(await google.policy('iam', own), [signing(file)]).length > 0) {
      lacks.push({
        what: 'the functions may not sign URLs of whole songs',
        mend: grantSigning,
      });
    }
    return lacks;
  },
};
