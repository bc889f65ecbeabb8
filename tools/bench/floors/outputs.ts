/**
 * The outputs that the class documents beside the program's own inputs, as they are when a program
 * omits every option.
 */
export const documented = {
  awsRegion: "us-east-1",
  awsStsRegionalEndpoints: "legacy",
  cloudName: "aws",
  isRoleAnywhere: false,
  products: ["cckm"],
  state: "ready",
};
