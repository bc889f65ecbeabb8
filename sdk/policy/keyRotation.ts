import type { PolicyResource } from "@pulumi/policy";
import { longestInterval, type Plan } from "../../provider/resources/rotation/interval";
import { systems } from "../../provider/resources/systems";
import { whyNotDeclaredInPlace } from "../rotatable";
