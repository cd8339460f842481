/**
 * Everything that the platform is known to push: `kind | format | name | fields`, as samples have them. `{}` is nested.
 * Spellings are the platform's own.
 */
export const knownCallbacks = `
event | json | subscribe_msg_change_event | List{TemplateId,SubscribeStatusString}
event | xml | subscribe_msg_change_event | SubscribeMsgChangeEvent{List{TemplateId,SubscribeStatusString}}
event | json | subscribe_msg_popup_event | List{TemplateId,SubscribeStatusString,PopupScene}
event | xml | subscribe_msg_popup_event | SubscribeMsgPopupEvent{List{TemplateId,SubscribeStatusString,PopupScene}}
event | json | subscribe_msg_sent_event | List{TemplateId,MsgID,ErrorCode,ErrorStatus}
event | xml | subscribe_msg_sent_event | SubscribeMsgSentEvent{List{TemplateId,MsgID,ErrorCode,ErrorStatus}}
event | json | user_authorization_revoke | OpenID,AppID,RevokeInfo
event | xml | user_authorization_revoke | OpenID,AppID,RevokeInfo
event | json | user_info_modified | openid,appid
event | xml | user_info_modified | openid,appid
message | xml | image | PicUrl,MediaId,MsgId
message | xml | location | Location_X,Location_Y,Scale,Label,MsgId
message | json | text | Content,MsgId,BusinessId
message | xml | text | Content,MsgId,BusinessId
message | xml | video | MediaId,ThumbMediaId,MsgId
message | xml | voice | MediaId,Format,MsgId
event | json | add_express_path | DeliveryID,WayBillId,OrderId,Version,Count,Actions{ActionTime,ActionType,ActionMsg}
event | xml | add_express_path | DeliveryID,WayBillId,OrderId,Version,Count,Actions{ActionTime,ActionType,ActionMsg}
event | json | add_waybill | Token,OrderID,BizID,BizPwd,ShopAppID,WayBillID,Remark,Sender{Name,Tel,Mobile,Company,PostCode,Country,Province,City,Area,Address},Receiver{Name,Tel,Mobile,Company,PostCode,Country,Province,City,Area,Address},Cargo{Weight,Space_X,Space_Y,Space_Z,Count,DetailList{Name,Count}},Insured{UseInsured,InsuredValue},Service{ServiceType,ServiceName}
event | xml | add_waybill | Token,OrderID,BizID,BizPwd,ShopAppID,WayBillID,Remark,Sender{Name,Tel,Mobile,Company,PostCode,Country,Province,City,Area,Address},Receiver{Name,Tel,Mobile,Company,PostCode,Country,Province,City,Area,Address},Cargo{Weight,Space_X,Space_Y,Space_Z,Count,DetailList{Name,Count}},Insured{UseInsured,InsuredValue},Service{ServiceType,ServiceName}
event | xml | betaapp_verify_apply_event | ApplyAuthorizationInfoNoitfy{appid,mp_appid,status,operation_time}
event | xml | betaapp_verify_event | ApplyAuthorizationInfoNoitfy{appid,mp_appid,status,msg,operation_time}
event | json | cancel_waybill | BizID,BizPwd,ShopAppID,OrderID,WayBillID
event | xml | cancel_waybill | BizID,BizPwd,ShopAppID,OrderID,WayBillID
event | json | check_biz | BizID,BizPwd,ShopAppID,ShopName,ShopTelphone,ShopContact,ServiceName,SenderProvince,SenderCity,SenderArea,SenderAddress
event | xml | check_biz | BizID,BizPwd,ShopAppID,ShopName,ShopTelphone,ShopContact,ServiceName,SenderProvince,SenderCity,SenderArea,SenderAddress
event | json | complaint callback | appid,complaint_order_id,create_time,expire_time,history{time,content,media_id_list},open_id,option_type,order_id,out_trade_no,pay_time,phone_number,product_name,status,total_cost,type
event | xml | complaint_callback | BussiCallBackInfo{appid,option_type,complaint_order_id,status,create_time,expire_time,type,order_id,out_trade_no,phone_number,open_id,customer_material_content,customer_material_media_id_list,pay_time,total_cost,product_name,history{time,content,media_id_list}}
event | json | get_quota | BizID,BizPwd,ShopAppID
event | xml | get_quota | BizID,BizPwd,ShopAppID
event | xml | minigame_coin_deliver_completed | MiniGame{Payload,PayEventSig,IsMock}
event | xml | secbook_audit_event | audit_event{book_id,audit_detail{status,create_time,audit_time}}
event | xml | secvod_audit_event | audit_event{drama_id,audit_detail{status,audit_type,create_time,audit_time}}
event | xml | secvod_upload_event | upload_event{media_id,source_context,errcode,errmsg}
event | json | update_business_bind_result | delivery_id,biz_id
event | xml | update_business_bind_result | delivery_id,biz_id
event | json | update_waybill_status | shopid,shop_order_id,waybill_id,action_time,order_status,action_msg,shop_no,agent{name,phone}
event | json | user_enter_tempsession | SessionFrom
event | xml | user_enter_tempsession | SessionFrom
event | xml | weapp_audit_delay | Reason,DelayTime
event | xml | weapp_audit_fail | Reason,FailTime,ScreenShot
event | xml | weapp_audit_success | SuccTime
event | xml | wxa_appeal_record | appeal_record_id,appid,appeal_time,appeal_count,appeal_from,appeal_status,punish_description,material{illegal_material{content,content_url},appeal_material{reason,proof_material_id}}
event | xml | wxa_category_audit | ret,first,second,reason
event | xml | wxa_comment_bad_score | result{comment_id}
event | xml | wxa_illegal_record |
event | json | wxa_media_check | appid,trace_id,version,detail{strategy,errcode,suggest,label,prob},result{suggest,label}
event | xml | wxa_nickname_audit | ret,nickname,reason
event | xml | wxa_privacy_apply | result_info{api_name,apply_time,audit_id,audit_time,reason,status}
event | xml | wxa_punish_event |
event | json | xpay_coin_pay_notify | OpenId,OutTradeNo,Env,WeChatPayInfo{MchOrderNo,TransactionId,PaidTime},CoinInfo{Quantity,OrigPrice,ActualPrice,Attach}
event | json | xpay_complaint_notify |
event | json | xpay_goods_deliver_notify | OpenId,OutTradeNo,Env,WeChatPayInfo{MchOrderNo,TransactionId,PaidTime},GoodsInfo{ProductId,Quantity,OrigPrice,ActualPrice,Attach}
event | json | xpay_refund_notify |
event | json | xpay_subscribe_ios_refund_query_notify | refund_time
event | json | xpay_subscribe_pay_fail_notify |
event | json | xpay_subscribe_signing_result_notify |
message | xml | miniprogrampage | MsgId,Title,AppId,PagePath,ThumbUrl,ThumbMediaId
`;
