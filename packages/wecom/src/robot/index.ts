export { GroupRobot, type RobotUploadOptions } from './group-robot.js';
export type { GroupRobotOptions } from './group-robot-options.js';
export { robotEndpoints } from './robot-endpoints.js';
export { robotPicture } from './robot-picture.js';
export { robotPlatform } from './robot-platform.js';
