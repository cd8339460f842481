// Written by scripts/stock-rows.mjs. Names and types of fields are facts of the platform, collected from open client
// libraries and checked by hand where the packages declare the endpoint. How a row is read: see stock-row.ts.
export const WECOM_ROWS = `
POST /cgi-bin/advanced_feature/get_approval_info apply_id approval_info{business_type:i,apply_id,approval_id,approval_type:i,approval_status:i,approval_url,applicant,request_reason,create_time:i}
POST /cgi-bin/advanced_feature/set_approval_detail apply_id,approval_id,approval_status,approval_url,process_list
POST /cgi-bin/agent/batch_set_workbench_data agentid,userid_list,data
GET /cgi-bin/agent/get agentid agentid:i,name,square_logo_url,description,allow_userinfos{user[{userid}]},allow_partys{partyid[:i]},allow_tags{tagid[:i]},close:i,report_location_flag:i,isreportenter:i,redirect_domain,home_url,customized_publish_status:i
POST /cgi-bin/agent/get_admin_list  admin[{userid,auth_type:i}]
POST /cgi-bin/agent/get_permissions  app_permissions[]
POST /cgi-bin/agent/get_workbench_template agentid type,keydata{items[{data}]},image{url,jump_url,pagepath},list{items[{title}]},webview{url,jump_url,pagepath,height,hide_title:b,enable_webview_click:b},replace_user_data:b
GET /cgi-bin/agent/list  agentlist[{agentid:i,name,square_logo_url}]
POST /cgi-bin/agent/migrate_to_customized_app suite_access_token
POST /cgi-bin/agent/set agentid
POST /cgi-bin/agent/set_scope agentid invaliduser[],invalidparty[:i],invalidtag[:i]
POST /cgi-bin/agent/set_workbench_data agentid,userid,type
POST /cgi-bin/agent/set_workbench_template agentid,type
POST /cgi-bin/appchat/create userlist chatid
GET /cgi-bin/appchat/get chatid chat_info{chatid,name,owner,userlist[]}
POST /cgi-bin/appchat/send chatid,msgtype
POST /cgi-bin/appchat/update chatid
POST /cgi-bin/auth/get_tfa_info code userid,tfa_code
POST /cgi-bin/auth/getuserdetail user_ticket userid,gender:i,avatar,qr_code,mobile,email,biz_mail,address
GET /cgi-bin/auth/getuserinfo code userid,user_ticket,openid,external_userid
GET /cgi-bin/batch/getresult jobid type,status:i,total:i,percentage:i,result[{errcode:i,errmsg,action:i,userid,partyid:i}]
POST /cgi-bin/batch/invite  invaliduser[],invalidparty[:i],invalidtag[:i]
POST /cgi-bin/batch/openuserid_to_userid open_userid_list,source_agentid userid_list[{userid,open_userid}],invalid_open_userid_list[]
POST /cgi-bin/batch/replaceparty media_id jobid
POST /cgi-bin/batch/replaceuser media_id jobid
POST /cgi-bin/batch/syncuser media_id jobid
POST /cgi-bin/batch/userid_to_openuserid userid_list open_userid_list[{userid,open_userid}],invalid_userid_list[]
POST /cgi-bin/checkin/add_checkin_option group
POST /cgi-bin/checkin/add_checkin_record records
POST /cgi-bin/checkin/addcheckinuserface userid,userface
POST /cgi-bin/checkin/clear_checkin_option_array_field groupid,clear_field
POST /cgi-bin/checkin/del_checkin_option groupid
POST /cgi-bin/checkin/getcheckin_daydata starttime,endtime,useridlist datas[{base_info{date:i,day_type:i,record_type:i,acctid,name,name_ex,departs_name,rule_info{groupid:i,groupname,checkintime[{work_sec:i,off_work_sec:i}]}},summary_info{checkin_count:i,regular_work_sec:i,standard_work_sec:i,earliest_time:i,lastest_time:i},holiday_infos[{sp_number,sp_title{data[{lang,text}]},sp_description{data[{lang,text}]}}],sp_items[{name,type:i,time_type:i,duration:i,count:i}],exception_infos[{exception:i,count:i}],ot_info{ot_status:i,ot_duration:i}}]
POST /cgi-bin/checkin/getcheckin_monthdata starttime,endtime,useridlist datas[{base_info{record_type:i,acctid,name,name_ex,departs_name,rule_info{groupid:i,groupname}},summary_info{except_days:i,regular_days:i,work_days:i,rest_days:i,regular_work_sec:i,standard_work_sec:i},sp_items[{name,type:i,time_type:i,duration:i,count:i}],exception_infos[{exception:i,count:i}],overwork_info{workday_over_sec:i}}]
POST /cgi-bin/checkin/getcheckindata opencheckindatatype,starttime,endtime,useridlist checkindata[{userid,groupid:i,groupname,checkin_type,exception_type,checkin_time:i,sch_checkin_time:i,location_title,location_detail,lng:n,lat:n,wifiname,wifimac,deviceid,schedule_id:i,timeline_id:i,notes,mediaids[]}]
POST /cgi-bin/checkin/getcheckinoption datetime,useridlist info[{userid,group{groupid:i,grouptype:i,groupname,sync_holidays:b,need_photo:b,note_can_use_local_pic:b,allow_checkin_offworkday:b,allow_apply_offworkday:b,checkindate[{workdays[:i],checkintime[{allow_rest:b}],noneed_offwork:b}]}}]
POST /cgi-bin/checkin/getcheckinschedulist starttime,endtime,useridlist schedule_list[{userid,yearmonth:i,groupid:i,groupname,schedule{scheduleList[{day:i,schedule_info{schedule_id:i,schedule_name,time_section[{id:i,work_sec:i,off_work_sec:i,remind_work_sec:i,remind_off_work_sec:i}]}}]}}]
POST /cgi-bin/checkin/getcorpcheckinoption  group[{groupid:i,grouptype:i,groupname,sync_holidays:b,need_photo:b,note_can_use_local_pic:b,allow_checkin_offworkday:b,allow_apply_offworkday:b,allow_apply_bk_cnt:i,allow_apply_bk_day_limit:i,buka_limit_next_month:i,checkindate[{workdays[:i],checkintime[{allow_rest:b}],noneed_offwork:b}],spe_workdays[{timestamp:i,checkintime[{allow_rest:b}],notes}],spe_offdays[{timestamp:i,checkintime[{allow_rest:b}],notes}],wifimac_infos[{wifiname,wifimac}],loc_infos[{loc_title,loc_detail,lng:n,lat:n,distance:i}],schedulelist[{schedule_id:i,schedule_name,time_section[{allow_rest:b}],noneed_offwork:b,limit_aheadtime:i,limit_offtime:i,allow_flex:b}],buka_restriction:i,span_day_time:i,standard_work_duration:i,open_sp_checkin:b,checkin_method_type:i,type:i,range{},white_users[],reporterinfo{},ot_info{type:i,allow_ot_workingday:b,allow_ot_nonworkingday:b,uptime:i},option_out_range:i,use_face_detect:b,open_face_live_detect:b,offwork_interval_time:i,create_userid,update_userid,create_time:i}]
POST /cgi-bin/checkin/punch_correction userid,schedule_date_time,checkin_time
POST /cgi-bin/checkin/setcheckinschedulist groupid,yearmonth,items
POST /cgi-bin/checkin/update_checkin_option group
POST /cgi-bin/corp/apply_mass_call_ticket  mass_call_ticket
GET /cgi-bin/corp/get_join_qrcode  join_qrcode
POST /cgi-bin/corp/getapprovaldata starttime,endtime count:i,total:i,next_spnum:i,data[{spname,apply_name,apply_org,approval_name[],notify_name[],sp_status:i,sp_num:i,mediaids[],apply_time:i,apply_user_id,expense{},comm{},leave{}}]
POST /cgi-bin/corp/getopenapprovaldata thirdNo data{ThirdNo:i,OpenTemplateId,OpenSpName,OpenSpstatus:i,ApplyTime:i,ApplyUserId,ApplyUsername,ApplyUserParty,ApplyUserImage,ApprovalNodes{ApprovalNode[{NodeStatus:i,NodeAttr:i,NodeType:i,Items{Item[{ItemUserId,ItemName,ItemParty,ItemImage,ItemStatus:i}]}}]},NotifyNodes{NotifyNode[{ItemUserId,ItemName,ItemParty,ItemImage}]},ApproverStep:i}
GET /cgi-bin/crm/get_external_contact  external_contact{external_userid,position,name,nickname,avatar,corp_name,corp_full_name,type:i,gender:i,unionid,external_profile{}},follow_user[{userid,remark,description,createtime:i,state,remark_company,remark_mobiles[],tag_id[],tags[{}],remark_corp_name,add_way,oper_userid,wechat_channels{}}],next_cursor
POST /cgi-bin/department/create name,parentid id:i
GET /cgi-bin/department/delete id
GET /cgi-bin/department/get id department{id:i,name,name_en,parentid:i,order:i,department_leader[]}
GET /cgi-bin/department/list  department[{id:i,name,name_en,parentid:i,order:i,department_leader[]}]
GET /cgi-bin/department/simplelist  department_id[{id:i,parentid:i,order:i}]
POST /cgi-bin/department/update id
POST /cgi-bin/export/department encoding_aeskey jobid
GET /cgi-bin/export/get_result jobid status:i,data_list[{url,size:i,md5}]
POST /cgi-bin/export/simple_user encoding_aeskey jobid
POST /cgi-bin/export/taguser tagid,encoding_aeskey jobid
POST /cgi-bin/export/user encoding_aeskey jobid
POST /cgi-bin/externalcontact/add_contact_way type,scene config_id,qr_code
POST /cgi-bin/externalcontact/add_corp_tag  tag_group{group_id,group_name,order:i,tag[{id,name,order:i,create_time:i}],deleted:b,create_time:i}
POST /cgi-bin/externalcontact/add_intercept_rule rule_name,word_list,intercept_type,applicable_range rule_id:i
POST /cgi-bin/externalcontact/add_moment_task  jobid:i
POST /cgi-bin/externalcontact/add_msg_template  msgid,fail_list[]
POST /cgi-bin/externalcontact/add_product_album description,price,attachments product_id
POST /cgi-bin/externalcontact/add_strategy_tag strategy_id,tag tag_group{strategy_id:i,group_id,group_name,order:i,create_time:i,tag[{id,name,order:i,create_time:i}]}
POST /cgi-bin/externalcontact/batch/get_by_user userid_list external_contact_list[{external_contact{external_userid,name,type:i,gender:i},follow_info{userid,remark,description,add_way:i,createtime:i}}],next_cursor
POST /cgi-bin/externalcontact/batch_to_external_userid mobiles success_list[{errcode:i,errmsg,external_userid,foreign_key,mobile}],fail_list[{errcode:i,errmsg,external_userid,foreign_key,mobile}]
POST /cgi-bin/externalcontact/cancel_groupmsg_send msgid
POST /cgi-bin/externalcontact/cancel_moment_task moment_id
POST /cgi-bin/externalcontact/close_temp_chat userid,external_userid
POST /cgi-bin/externalcontact/contact_list  info_list[{external_userid,tmp_openid,name,follow_userid,chat_id,chat_name,add_time:i,is_customer:i}],next_cursor
POST /cgi-bin/externalcontact/convert_to_openid external_userid openid
POST /cgi-bin/externalcontact/customer_acquisition/create_link link_name link{link_id,link_name,url,skip_verify:b,mark_source:b,create_time:i}
POST /cgi-bin/externalcontact/customer_acquisition/customer link_id customer_list[{external_userid,userid,chat_status:i,state}],next_cursor
POST /cgi-bin/externalcontact/customer_acquisition/delete_link link_id
POST /cgi-bin/externalcontact/customer_acquisition/get link_id link{link_id,link_name,url,skip_verify:b,mark_source:b,create_time:i},range{user_list[],department_list[:i]},priority_option{priority_type:i,priority_userid_list[]}
POST /cgi-bin/externalcontact/customer_acquisition/get_chat_info chat_key userid,external_userid,chat_info{link_id,state,recv_msg_cnt:i}
POST /cgi-bin/externalcontact/customer_acquisition/list_link  link_id_list[],next_cursor
GET /cgi-bin/externalcontact/customer_acquisition/statistic link_id,start_time,end_time click_link_customer_cnt:i,new_customer_cnt:i
POST /cgi-bin/externalcontact/customer_acquisition/update_link link_id
GET /cgi-bin/externalcontact/customer_acquisition_app/get_permit  user_list[],department_list[:i],tag_list[:i]
POST /cgi-bin/externalcontact/customer_acquisition_quota  total:i,balance:i,quota_list[{balance:i,expire_date:i}]
POST /cgi-bin/externalcontact/customer_strategy/create strategy_name,admin_list,privilege,range strategy_id:i
POST /cgi-bin/externalcontact/customer_strategy/del strategy_id
POST /cgi-bin/externalcontact/customer_strategy/edit strategy_id
POST /cgi-bin/externalcontact/customer_strategy/get strategy_id strategy{strategy_id:i,parent_id:i,strategy_name,admin_list[],privilege{view_customer_list:b,view_customer_data:b,view_room_list:b,contact_me:b,join_room:b,share_customer:b,oper_resign_customer:b,oper_resign_group:b,send_customer_msg:b,edit_welcome_msg:b,view_behavior_data:b,view_room_data:b,send_group_msg:b,room_deduplication:b,rapid_reply:b,onjob_customer_transfer:b,edit_anti_spam_rule:b,export_customer_list:b,export_customer_data:b,export_customer_group_list:b},create_time:i}
POST /cgi-bin/externalcontact/customer_strategy/get_range strategy_id range[{type:i,userid,partyid:i}],next_cursor
POST /cgi-bin/externalcontact/customer_strategy/list  strategy[{strategy_id:i}],next_cursor
POST /cgi-bin/externalcontact/del_contact_way config_id
POST /cgi-bin/externalcontact/del_corp_tag
POST /cgi-bin/externalcontact/del_intercept_rule rule_id
POST /cgi-bin/externalcontact/del_strategy_tag
POST /cgi-bin/externalcontact/delete_product_album product_id
POST /cgi-bin/externalcontact/edit_corp_tag id
POST /cgi-bin/externalcontact/edit_strategy_tag id
POST /cgi-bin/externalcontact/finish_external_userid_migration corpid
POST /cgi-bin/externalcontact/from_service_external_userid external_userid,source_agentid external_userid
GET /cgi-bin/externalcontact/get external_userid external_contact{external_userid,name,foreign_key,unionid,avatar,type:i,gender:i,position,corp_name,corp_full_name,is_subscribe:i,subscriber_info{},external_profile{external_corp_name,external_attr[{type:i,name}]}},follow_user[{userid,remark,remark_corp_name,remark_mobiles[],description,tags[{type:i}],tag_id[],add_way:i,createtime:i,state,oper_userid,wechat_channels{}}],next_cursor
POST /cgi-bin/externalcontact/get_contact_way config_id contact_way{config_id,type:i,scene:i,style:i,remark,skip_verify:b,state,qr_code,user[],party[:i],is_temp:b,expires_in:i,chat_expires_in:i,unionid,is_exclusive:b,mark_source:b,conclusions{}}
POST /cgi-bin/externalcontact/get_corp_tag_list  tag_group[{group_id,group_name,order:i,tag[{id,name,order:i,create_time:i}],deleted:b,create_time:i}]
GET /cgi-bin/externalcontact/get_follow_user_list  follow_user[]
POST /cgi-bin/externalcontact/get_group_msg_result msgid detail_list[{external_userid,chat_id,userid,status:i,send_time:i}],next_cursor
POST /cgi-bin/externalcontact/get_groupmsg_list_v2 chat_type,start_time,end_time group_msg_list[{msgid,creator,create_type:i,text{content},attachments[{msgtype}],create_time:i}],next_cursor
POST /cgi-bin/externalcontact/get_groupmsg_send_result msgid,userid send_list[{userid,chat_id,external_userid,status:i,send_time:i}],next_cursor
POST /cgi-bin/externalcontact/get_groupmsg_task msgid task_list[{userid,status:i,send_time:i}],next_cursor
POST /cgi-bin/externalcontact/get_intercept_rule rule_id rule{rule_id:i,rule_name,create_time:i,word_list[],extra_rule{},intercept_type:i,applicable_range{}}
GET /cgi-bin/externalcontact/get_intercept_rule_list  rule_list[{rule_id:i,rule_name,create_time:i}]
POST /cgi-bin/externalcontact/get_moment_comments moment_id,userid comment_list[{userid,external_userid,create_time:i}],like_list[{userid,external_userid,create_time:i}]
POST /cgi-bin/externalcontact/get_moment_customer_list moment_id,userid customer_list[{userid,external_userid}],next_cursor
POST /cgi-bin/externalcontact/get_moment_list start_time,end_time moment_list[{moment_id,creator,create_type:i,visible_type:i,text{content},image[{media_id}],video{media_id},link{url},location{longitude:i,latitude:i},create_time:i}],next_cursor
POST /cgi-bin/externalcontact/get_moment_send_result moment_id,userid customer_list[{external_userid}],next_cursor
POST /cgi-bin/externalcontact/get_moment_task moment_id task_list[{userid,publish_status:i}],next_cursor
POST /cgi-bin/externalcontact/get_moment_task_result jobid type,status:i,result{errcode:i,errmsg,moment_id,invalid_sender_list{},invalid_external_contact_list{}}
POST /cgi-bin/externalcontact/get_new_external_userid external_userid_list items[{external_userid,new_external_userid}]
POST /cgi-bin/externalcontact/get_product_album product_id product{product_id,description,price:i,product_sn,attachments[{type}],create_time:i}
POST /cgi-bin/externalcontact/get_product_album_list  next_cursor,product_list[{product_id,description,price:i,product_sn,attachments[{type}]}]
POST /cgi-bin/externalcontact/get_strategy_tag_list  tag_group[{strategy_id:i,group_id,group_name,order:i,create_time:i,tag[{id,name,order:i,create_time:i}]}]
GET /cgi-bin/externalcontact/get_subscribe_mode  subscribe_mode:i
GET /cgi-bin/externalcontact/get_subscribe_qr_code  qrcode_big,qrcode_middle,qrcode_thumb
POST /cgi-bin/externalcontact/get_transfer_result external_userid,handover_userid,takeover_userid status:i,takeover_time:i
POST /cgi-bin/externalcontact/get_unassigned_list  info[{handover_userid,external_userid,dimission_time:i}],is_last:b,next_cursor
POST /cgi-bin/externalcontact/get_user_behavior_data start_time,end_time behavior_data[{stat_time:i,chat_cnt:i,message_cnt:i,reply_percentage:n,avg_reply_time:i,negative_feedback_cnt:i,new_apply_cnt:i,new_contact_cnt:i}]
POST /cgi-bin/externalcontact/group_welcome_template/add  template_id
POST /cgi-bin/externalcontact/group_welcome_template/del template_id
POST /cgi-bin/externalcontact/group_welcome_template/edit template_id
POST /cgi-bin/externalcontact/group_welcome_template/get template_id text{content},image{media_id,pic_url},link{title,desc,url,picurl},video{media_id},miniprogram{appid,page,title,pic_media_id},file{media_id},agentid:i
POST /cgi-bin/externalcontact/groupchat/add_join_way scene,chat_id_list config_id
POST /cgi-bin/externalcontact/groupchat/del_join_way config_id
POST /cgi-bin/externalcontact/groupchat/get chat_id group_chat{chat_id,name,owner,notice,member_list[{type:i,userid,join_scene:i,join_time:i}],admin_list[{userid}],create_time:i,member_version}
POST /cgi-bin/externalcontact/groupchat/get_join_way config_id join_way{config_id,scene:i,remark,auto_create_room:i,room_base_name,room_base_id:i,chat_id_list[],qr_code,state,mark_source:b}
POST /cgi-bin/externalcontact/groupchat/get_new_external_userid external_userid_list,chat_id items[{external_userid,new_external_userid}]
POST /cgi-bin/externalcontact/groupchat/list limit group_chat_list[{chat_id,status:i}],next_cursor
POST /cgi-bin/externalcontact/groupchat/onjob_transfer chat_id_list,new_owner failed_chat_list[{chat_id,errcode:i,errmsg}]
POST /cgi-bin/externalcontact/groupchat/statistic day_begin_time,owner_filter items[{owner,data{new_chat_cnt:i,chat_total:i,chat_has_msg:i,new_member_cnt:i,member_total:i,member_has_msg:i,msg_total:i}}],total:i,next_offset:i
POST /cgi-bin/externalcontact/groupchat/statistic_group_by_day day_begin_time,owner_filter items[{stat_time:i,data{new_chat_cnt:i,chat_total:i,chat_has_msg:i,new_member_cnt:i,member_total:i,member_has_msg:i,msg_total:i}}]
POST /cgi-bin/externalcontact/groupchat/transfer chat_id_list,new_owner failed_chat_list[{chat_id,errcode:i,errmsg}]
POST /cgi-bin/externalcontact/groupchat/update_join_way config_id,scene,chat_id_list
GET /cgi-bin/externalcontact/list userid external_userid[]
POST /cgi-bin/externalcontact/list_contact_way  contact_way[{config_id}],next_cursor
POST /cgi-bin/externalcontact/mark_tag userid,external_userid
POST /cgi-bin/externalcontact/message/send msgtype,agentid invalid_external_user[],invalid_parent_userid[],invalid_student_userid[],invalid_party[:i]
POST /cgi-bin/externalcontact/moment_strategy/create strategy_name,admin_list,privilege,range strategy_id:i
POST /cgi-bin/externalcontact/moment_strategy/del strategy_id
POST /cgi-bin/externalcontact/moment_strategy/edit strategy_id
POST /cgi-bin/externalcontact/moment_strategy/get strategy_id strategy{strategy_id:i,parent_id:i,strategy_name,admin_list[],privilege{view_moment_list:b,send_moment:b},create_time:i}
POST /cgi-bin/externalcontact/moment_strategy/get_range strategy_id range[{type:i,userid,partyid:i}],next_cursor
POST /cgi-bin/externalcontact/moment_strategy/list  strategy[{strategy_id:i}],next_cursor
POST /cgi-bin/externalcontact/opengid_to_chatid opengid chat_id
POST /cgi-bin/externalcontact/remark userid,external_userid
POST /cgi-bin/externalcontact/remind_groupmsg_send msgid
POST /cgi-bin/externalcontact/resigned/transfer_customer handover_userid,takeover_userid,external_userid customer[{errcode:i,external_userid}]
POST /cgi-bin/externalcontact/resigned/transfer_result handover_userid,takeover_userid customer[{status:i,external_userid,takeover_time:i}],next_cursor
POST /cgi-bin/externalcontact/send_welcome_msg welcome_code
POST /cgi-bin/externalcontact/set_subscribe_mode subscribe_mode
POST /cgi-bin/externalcontact/to_service_external_userid external_userid external_userid
POST /cgi-bin/externalcontact/transfer external_userid,handover_userid,takeover_userid
POST /cgi-bin/externalcontact/transfer_customer handover_userid,takeover_userid,external_userid customer[{errcode:i,external_userid}]
POST /cgi-bin/externalcontact/transfer_result handover_userid,takeover_userid customer[{status:i,external_userid,takeover_time:i}],next_cursor
POST /cgi-bin/externalcontact/unionid_to_external_userid unionid external_userid
POST /cgi-bin/externalcontact/update_contact_way config_id
POST /cgi-bin/externalcontact/update_intercept_rule rule_id,rule_name,word_list
POST /cgi-bin/externalcontact/update_product_album product_id
GET /cgi-bin/get_api_domain_ip  ip_list[]
GET /cgi-bin/get_jsapi_ticket  ticket,expires_in:i
GET /cgi-bin/getcallbackip  ip_list[]
POST /cgi-bin/hardware/get_device_feature device_sn device_feature
POST /cgi-bin/hardware/get_hardware_checkin_data starttime,endtime,useridlist checkindata[{userid,checkin_time:i,device_sn,device_name}]
POST /cgi-bin/idconvert/apply_to_upgrade_chatid upgrade_time
POST /cgi-bin/idconvert/batch/external_userid_to_pending_id external_userid result[{external_userid,pending_id}]
POST /cgi-bin/idconvert/chatid chat_id_list items[{chat_id,new_chat_id}],invalid_chat_id_list[]
POST /cgi-bin/idconvert/convert_tmp_external_userid business_type,user_type,tmp_external_userid_list results[{tmp_external_userid,external_userid,corpid,userid}],invalid_tmp_external_userid_list[]
POST /cgi-bin/idconvert/external_tagid external_tagid_list items[{external_tagid,open_external_tagid}],invalid_external_tagid_list[]
POST /cgi-bin/idconvert/open_kfid open_kfid_list items[{open_kfid,new_open_kfid}],invalid_open_kfid_list[]
POST /cgi-bin/idconvert/unionid_to_external_userid subject_type external_userid,pending_id
POST /cgi-bin/idconvert/upgrade_chatid_for_new_corp
POST /cgi-bin/kf/account/add name,media_id open_kfid
POST /cgi-bin/kf/account/del open_kfid
POST /cgi-bin/kf/account/list  account_list[{open_kfid,name,avatar,manage_privilege:b}]
POST /cgi-bin/kf/account/update open_kfid
POST /cgi-bin/kf/add_contact_way open_kfid url
POST /cgi-bin/kf/customer/batchget external_userid_list customer_list[{external_userid,nickname,avatar,gender:i,unionid,enter_session_context{}}],invalid_external_userid[]
POST /cgi-bin/kf/customer/cancel_upgrade_service open_kfid,external_userid
GET /cgi-bin/kf/customer/get_upgrade_service_config  member_range{userid_list[],department_id_list[:i]},groupchat_range{chat_id_list[]}
POST /cgi-bin/kf/customer/upgrade_service open_kfid,external_userid,type
GET /cgi-bin/kf/get_corp_qualification  wechat_channels_binding:b
POST /cgi-bin/kf/get_corp_statistic start_time,end_time statistic_list[{stat_time:i,statistic{session_cnt:i,customer_cnt:i,customer_msg_cnt:i,upgrade_service_customer_cnt:i,msg_rejected_customer_cnt:i,ai_session_reply_cnt:i,ai_transfer_rate:n,ai_knowledge_hit_rate:n}}]
POST /cgi-bin/kf/get_servicer_statistic start_time,end_time statistic_list[{stat_time:i,statistic{session_cnt:i,customer_cnt:i,customer_msg_cnt:i,satisfaction_investgate_cnt:i,upgrade_service_customer_cnt:i,upgrade_service_member_invite_cnt:i,upgrade_service_member_customer_cnt:i,upgrade_service_groupchat_invite_cnt:i,upgrade_service_groupchat_customer_cnt:i,msg_rejected_customer_cnt:i}}]
POST /cgi-bin/kf/knowledge/add_group name group_id
POST /cgi-bin/kf/knowledge/add_intent group_id,question,answers intent_id
POST /cgi-bin/kf/knowledge/del_group group_id
POST /cgi-bin/kf/knowledge/del_intent intent_id
POST /cgi-bin/kf/knowledge/list_group  group_list[{group_id,name,is_default:i}],has_more:i,next_cursor
POST /cgi-bin/kf/knowledge/list_intent  intent_list[{group_id,intent_id,question{text{content}},similar_questions{items[{text{content}}]},answers[{text{content},attachments[{msgtype}]}]}],has_more:i,next_cursor
POST /cgi-bin/kf/knowledge/mod_group group_id,name
POST /cgi-bin/kf/knowledge/mod_intent intent_id
POST /cgi-bin/kf/send_msg open_kfid,touser,msgtype msgid
POST /cgi-bin/kf/send_msg_on_event code,msgtype msgid
POST /cgi-bin/kf/service_state/get open_kfid,external_userid service_state:i,servicer_userid
POST /cgi-bin/kf/service_state/trans open_kfid,external_userid,service_state msg_code
POST /cgi-bin/kf/servicer/add open_kfid result_list[{userid,errcode:i,errmsg}]
POST /cgi-bin/kf/servicer/del open_kfid result_list[{userid,errcode:i,errmsg}]
GET /cgi-bin/kf/servicer/list open_kfid servicer_list[{userid,status:i,department_id:i}]
POST /cgi-bin/kf/sync_msg open_kfid msg_list[{msgid,msgtype,origin:i,open_kfid,servicer_userid,external_userid,text{content},image{media_id},voice{media_id},video{media_id},file{media_id},link{url,title,thumb_media_id,pic_url},miniprogram{appid,pagepath,title,thumb_media_id},msgmenu{list[{type}]},location{latitude:n,longitude:n,name},business_card{userid},event{event_type},channels{sub_type:i,nickname},channels_shop_product{product_id,head_img,title,sales_price:i,shop_nickname,shop_head_img},channels_shop_order{order_id,product_titles,price_wording,state,image_url,shop_nickname},merged_msg{title,item[{sender_name,msgtype,msg_content,send_time:i}]},send_time:i}],has_more:i,next_cursor
GET /cgi-bin/media/get media_id !
GET /cgi-bin/media/get/jssdk media_id !
POST /cgi-bin/media/get_upload_by_url_result jobid status:i,detail{errcode:i,errmsg,media_id,created_at:i}
POST /cgi-bin/media/upload type type,media_id,created_at:i
POST /cgi-bin/media/upload_attachment media_type,attachment_type type,media_id,created_at:i
POST /cgi-bin/media/upload_by_url scene,type,url,filename,md5 jobid
POST /cgi-bin/media/uploadimg  url
POST /cgi-bin/menu/create agentid,button
GET /cgi-bin/menu/delete agentid
GET /cgi-bin/menu/get agentid button[{type,name,key,url,appid,pagepath,sub_button[{}]}]
POST /cgi-bin/message/get_statistics  statistics[{agentid:i,app_name,count:i}]
POST /cgi-bin/message/recall msgid
POST /cgi-bin/message/send msgtype,agentid invaliduser,invalidparty,invalidtag,unlicenseduser,msgid,response_code
POST /cgi-bin/message/update_taskcard task_id,agentid,replace_name invaliduser[]
POST /cgi-bin/message/update_template_card agentid,response_code invaliduser[]
GET /cgi-bin/miniprogram/jscode2session js_code corpid,userid,session_key
POST /cgi-bin/miniprogram/transfer_session userid,session_key userid,session_key
POST /cgi-bin/oa/applyevent creator_userid,template_id,use_template_approver,approver,apply_data,summary_list sp_no
POST /cgi-bin/oa/approval/copytemplate open_template_id template_id
POST /cgi-bin/oa/approval/create_template template_name,template_content template_id
POST /cgi-bin/oa/approval/update_template template_id,template_name,template_content
POST /cgi-bin/oa/calendar/add calendar cal_id
POST /cgi-bin/oa/calendar/del cal_id
POST /cgi-bin/oa/calendar/get cal_id_list calendar_list[{cal_id,admins[],summary,color,description,is_public:i,public_range{},is_corp_calendar:i,shares[{userid,permission:i}]}]
POST /cgi-bin/oa/calendar/update calendar
POST /cgi-bin/oa/getapprovaldetail sp_no info{sp_no,sp_name,sp_status:i,template_id,applyer{userid,partyid:i},batch_applyer[{userid}],apply_time:i,notifyer[{userid}],apply_data{contents[{control,id,title[{lang,text}],value{}}]},sp_record[{sp_status:i,approverattr:i,details[{approver{userid},sp_status:i}]}],comments[{commentid:i,commentUserInfo{userid},commentcontent,media_id[],commenttime:i}],process_list{node_list[{node_type:i,sub_node_list[{userid}]}]}}
POST /cgi-bin/oa/getapprovalinfo starttime,endtime,size sp_no_list[],next_cursor:i,new_next_cursor
POST /cgi-bin/oa/gettemplatedetail template_id template_names[{lang,text}],template_content{controls[{property{control,id,require:i,un_print:i},config{}}]}
POST /cgi-bin/oa/schedule/add schedule schedule_id
POST /cgi-bin/oa/schedule/add_attendees schedule_id,attendees
POST /cgi-bin/oa/schedule/del schedule_id
POST /cgi-bin/oa/schedule/del_attendees schedule_id,attendees
POST /cgi-bin/oa/schedule/get schedule_id_list schedule_list[{schedule_id,admins[],start_time:i,end_time:i,is_whole_day:i,cal_id,status:i,summary,description,location,reminders{is_remind:i},attendees[{userid,response_status:i}]}]
POST /cgi-bin/oa/schedule/get_by_calendar cal_id schedule_list[{schedule_id,admins[],start_time:i,end_time:i,is_whole_day:i,cal_id,status:i,summary,description,location,reminders{is_remind:i},attendees[{userid,response_status:i}],sequence:i}]
POST /cgi-bin/oa/schedule/update schedule
GET /cgi-bin/oa/vacation/getcorpconf  lists[{id:i,name,duration_type:i,time_attr:i,quota_attr{type:i,quota_rule_type:i,quota_rules{list[{quota:i,begin:i,end:i}],based_on_actual_work_time:b},at_entry_date:b},perday_duration:i,is_newovertime:i,enter_comp_time_limit:i,expire_rule{type:i,duration:i,extern_duration_enable:b}}]
POST /cgi-bin/oa/vacation/getuservacationquota userid lists[{id:i,vacationname,assignduration:i,usedduration:i,leftduration:i,real_assignduration:i}]
POST /cgi-bin/oa/vacation/setoneuserquota userid,vacation_id,leftduration,time_attr
GET /cgi-bin/sync/contact_sync_success
POST /cgi-bin/tag/addtagusers tagid invalidlist,invalidparty[:i]
POST /cgi-bin/tag/create tagname tagid:i
GET /cgi-bin/tag/delete tagid
POST /cgi-bin/tag/deltagusers tagid invalidlist,invalidparty[:i]
GET /cgi-bin/tag/get tagid tagname,userlist[{userid,name}],partylist[:i]
GET /cgi-bin/tag/list  taglist[{tagid:i,tagname}]
POST /cgi-bin/tag/update tagid,tagname
GET /cgi-bin/ticket/get type ticket,expires_in:i
GET /cgi-bin/user/authsucc userid
POST /cgi-bin/user/batchdelete useridlist
GET /cgi-bin/user/check_member_auth open_userid is_member_auth:b
POST /cgi-bin/user/convert_to_openid userid openid
POST /cgi-bin/user/convert_to_userid openid userid
POST /cgi-bin/user/create userid,name,department
GET /cgi-bin/user/delete userid
GET /cgi-bin/user/get userid userid,open_userid,name,english_name,alias,email,biz_mail,mobile,telephone,gender:i,address,position,department[:i],order[:i],is_leader_in_dept[:i],main_department:i,direct_leader[],avatar,thumb_avatar,qr_code,status:i,extattr{attrs[{type:i,name}]},external_position,external_profile{external_corp_name,wechat_channels{},external_attr[{type:i,name}]}
POST /cgi-bin/user/get_active_stat date active_cnt:i
POST /cgi-bin/user/get_userid_by_email email userid
POST /cgi-bin/user/getuserid mobile userid
GET /cgi-bin/user/getuserinfo code UserId,OpenId,external_userid,DeviceId,parents[{corpid,parent_userid}]
GET /cgi-bin/user/list department_id userlist[{userid,open_userid,name,english_name,alias,email,biz_mail,mobile,telephone,gender:i,address,position,department[:i],order[:i],is_leader_in_dept[:i],main_department:i,direct_leader[],avatar,thumb_avatar,qr_code,status:i,extattr{attrs[{type:i,name}]},external_position,external_profile{external_corp_name,external_attr[{type:i,name}]}}]
POST /cgi-bin/user/list_id  dept_user[{userid,department:i}],next_cursor
GET /cgi-bin/user/list_member_auth  member_auth_list[{open_userid}],next_cursor
GET /cgi-bin/user/list_selected_ticket_user selected_ticket operator_open_userid,open_userid_list[],unauth_open_userid_list[],total:i
GET /cgi-bin/user/simplelist department_id userlist[{userid,open_userid,name,department[:i]}]
POST /cgi-bin/user/tfa_succ userid,tfa_code
POST /cgi-bin/user/update userid
`;
