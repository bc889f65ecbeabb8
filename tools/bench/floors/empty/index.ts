export { AwsConnection } from "../awsConnection";
