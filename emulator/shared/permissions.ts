/**
 * Actions that access lists of containers take, where public sources list them; in other
 * containers, any word is one.
 */

const words = (...lines: string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

const reports = "reportcreate reportdelete reportdownload reportview";

/** `view` is an old name, for both `viewnative` and `viewbyok`. */
export const awsActions = words(
  "view viewnative viewbyok keycreate keymaterialimport keymaterialdelete keyrotate keydelete keycanceldelete keysynchronize",
  "keyupdate keyupload keybulkoperation",
  "viewhyokkey hyokkeycreate hyokkeyblockunblock hyokkeydelete hyokkeylink",
  "viewcloudhsmkey cloudhsmkeycreate cloudhsmkeydelete",
  "viewkeystore keystoreadd keystoreupdate keystoredelete keystoreblock keystoreunblock keystoreconnect keystoredisconnect",
  "keystorelink",
  reports,
);

const azureObject = (kind: string): string =>
  "create recover purge delete synchronize restore update deletebackup view".replaceAll(/\b(?=\w)/g, kind);

export const azureActions = words(
  "view keycreate keyupload keyupdate keydelete keypurge keyrecover keyrestore keysynchronize deletebackup",
  azureObject("secret"),
  azureObject("certificate"),
  "certificateupload",
  reports,
  "keycreatewithtemplate uploadkeywithtemplate createkeytemplate viewkeytemplate updatekeytemplate deletekeytemplate",
);

export const googleRingActions = words("view keycreate keyupdate keydestroy keyupload keysynchronize keycanceldestroy");

const ociActions = words(
  "view keycreate keyupload keydelete keycanceldelete keyrestore keyupdate deletebackup keyrotatetonative keyrotatetobyok",
  "keysynchronize keyremove",
  reports,
);
const ociExternalActions = words(
  "viewhyokkey hyokkeycreate hyokkeyupdate hyokkeydelete hyokkeyrotate hyokkeyblockunblock",
);

export const ociVaultActions = (isExternal: boolean): readonly string[] =>
  isExternal ? [...ociActions, ...ociExternalActions] : ociActions;
