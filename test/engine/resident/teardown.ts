import { endHosts } from "./index";

export default endHosts;
